-- A company without frames is not in the list.
if redis.call('EXISTS', states) == 1 then redis.call('HSET', checked, company, version)
else redis.call('HDEL', checked, company) end
