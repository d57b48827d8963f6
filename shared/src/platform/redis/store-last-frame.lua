-- The index is edited before a change is announced, which may forbid the frame: a gateway that does not know the change yet stores
-- nothing after it. Without an index, or without the device in it, nothing is stored.
local function retention_ms()
  local known = redis.call('HMGET', index, 'version', 'd' .. device, 'frames')
  if not known[1] or not known[2] or tonumber(known[1]) > tonumber(version) then return 0 end
  if not known[3] then return tonumber(default_minutes) * 60000 end
  local policies = cjson.decode(string.sub(known[3], string.find(known[3], '|', 1, true) + 1))
  if policies.pictures ~= 1 then return 0 end
  return policies.picture_retention * 60000
end
local kept = retention_ms()
if kept == 0 then return 0 end
redis.call('SET', frame, sealed, 'PX', string.format('%.0f', kept))
redis.call('HSET', unsaved, company .. ':' .. device, state)
add_last_frame(tonumber(seen) + kept)
return 1
