-- Removes the frame of a device; with `expired_at` only if its time has ended by then.
local member = company .. ':' .. device
if expired_at ~= '' then
  local ends = redis.call('ZSCORE', expiry, member)
  if not ends or tonumber(ends) > tonumber(expired_at) then return 0 end
end
redis.call('DEL', frame)
redis.call('ZREM', expiry, member)
redis.call('HDEL', unsaved, member)
local known = redis.call('HDEL', states, device)
if redis.call('EXISTS', states) == 0 then redis.call('HDEL', checked, company) end
if known == 1 then redis.call(publish, channel, message) end
return known
