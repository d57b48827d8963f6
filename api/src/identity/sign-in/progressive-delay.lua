-- Counts an attempt unless the wait after the last one is not over. `waits_ms` are the waits after each attempt, with commas between them.
-- Returns the ms that are left, or 0 for an attempt that is admitted, and whether the last one is not decided yet.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_ms = tonumber(redis.call('HGET', attempts, 'until') or '0')
if until_ms > now then return {until_ms - now, tonumber(redis.call('HGET', attempts, 'undecided') or '0')} end
local count = redis.call('HINCRBY', attempts, 'count', 1)
local waits = {}
for ms in string.gmatch(waits_ms, '%d+') do waits[#waits + 1] = tonumber(ms) end
local wait = waits[math.max(1, math.min(count, #waits))]
redis.call('HSET', attempts, 'until', string.format('%d', now + wait), 'undecided', 1)
redis.call('PEXPIRE', attempts, kept_ms)
return {0, 1}
