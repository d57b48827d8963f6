-- The database has the frame in this state. A newer one stays marked.
if redis.call('HGET', unsaved, member) == state then redis.call('HDEL', unsaved, member) end
-- From now on the database has it for as long as it is kept.
if redis.call('PTTL', frame) > tonumber(hot_ms) then redis.call('PEXPIRE', frame, hot_ms) end
return redis.call('HEXISTS', states, device)
