-- Counts uses within a window that begins with the first one; returns the count and the ms until the window ends.
local count = redis.call('INCRBY', limit, uses)
if count == tonumber(uses) then redis.call('PEXPIRE', limit, window_ms) end
return {count, redis.call('PTTL', limit)}
