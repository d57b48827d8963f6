-- Reserves one of the failures that are left, for `held_ms` at most. Returns 1 when it is reserved, 0 when those that are reserved may
-- use all up, and the negative ms until the end of the window when they are used up.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = tonumber(redis.call('GET', failures) or '0')
if used >= tonumber(most) then return -math.max(1, redis.call('PTTL', failures)) end
redis.call('ZREMRANGEBYSCORE', reserved, '-inf', now)
if used + redis.call('ZCARD', reserved) >= tonumber(most) then return 0 end
redis.call('ZADD', reserved, now + held_ms, id)
redis.call('PEXPIRE', reserved, held_ms)
return 1
