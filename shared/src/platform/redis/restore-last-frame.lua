-- A frame that the database has, and of which Redis has lost its state.
if redis.call('HEXISTS', states, device) == 1 then return 0 end
add_last_frame(tonumber(ends))
-- What forbids it may have been decided meanwhile, at any version of the fleet.
redis.call('HSET', checked, company, '')
return 1
