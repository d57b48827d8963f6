-- Takes a nonce for `kept_ms`, unless it is taken or there are `most`. Returns -1 for one that is taken, the ms until there is room again, or 0.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', nonces, '-inf', now - kept_ms)
if redis.call('ZSCORE', nonces, nonce) then return -1 end
if redis.call('ZCARD', nonces) >= tonumber(most) then
  return redis.call('ZRANGE', nonces, 0, 0, 'WITHSCORES')[2] + kept_ms - now
end
redis.call('ZADD', nonces, now, nonce)
redis.call('PEXPIRE', nonces, kept_ms)
return 0
