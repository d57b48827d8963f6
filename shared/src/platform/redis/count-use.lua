-- Counts a use within a window that begins with the first one; returns the count and the ms until the window ends.
local count = redis.call('INCR', limit)
if count == 1 then redis.call('PEXPIRE', limit, window_ms) end
return {count, redis.call('PTTL', limit)}
