-- Counts an attempt unless the wait after the last one is not over. The wait begins with `first_ms` and grows `growth` times up to
-- `longest_ms`. Returns the ms that are left, or 0 for an attempt that is admitted, and whether the last one is not decided yet.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ms = tonumber(redis.call('HGET', attempts, 'until') or '0')
if until_ms > now then return {until_ms - now, tonumber(redis.call('HGET', attempts, 'undecided') or '0')} end
local count = redis.call('HINCRBY', attempts, 'count', 1)
local wait = math.min(first_ms * growth ^ math.min(count - 1, 20), longest_ms)
redis.call('HSET', attempts, 'until', string.format('%d', now + wait), 'undecided', 1)
redis.call('PEXPIRE', attempts, kept_ms)
return {0, 1}
