-- Counts an attempt unless the wait after the last one is not over. The first two are free; then the wait begins with `first_ms` and grows
-- `growth` times up to `longest_ms`. Returns the ms that are left, or 0 for an attempt that is admitted.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ms = tonumber(redis.call('HGET', attempts, 'until') or '0')
if until_ms > now then return until_ms - now end
local count = redis.call('HINCRBY', attempts, 'count', 1)
local wait = 0
if count > 1 then wait = math.min(first_ms * growth ^ math.min(count - 2, 20), longest_ms) end
redis.call('HSET', attempts, 'until', string.format('%d', now + wait))
redis.call('PEXPIRE', attempts, kept_ms)
return 0
