-- A draft is installed only if it is complete and no newer version was published since the database was read.
if tonumber(redis.call('GET', published) or '0') <= tonumber(version) and redis.call('HLEN', draft) == tonumber(fields) then
  redis.call('RENAME', draft, index)
  redis.call('PERSIST', index)
  return 1
end
redis.call('DEL', draft)
return 0
