-- From now on the device has a frame, until `ends` in milliseconds since 1970. Lists are told of a new format only.
local function add_last_frame(ends)
  local before = redis.call('HGET', states, device)
  redis.call('HSET', states, device, state)
  redis.call('ZADD', expiry, string.format('%.0f', ends), company .. ':' .. device)
  redis.call('HSETNX', checked, company, '')
  if not before or string.match(before, '^[^|]*') ~= ext then redis.call(publish, channel, message) end
end
