-- Takes up to `batch` devices of a gateway offline; returns how many were looked at.
local devices = redis.call('SPOP', held, batch)
for _, device in ipairs(devices) do
  local current = redis.call('HGET', presence, device)
  local holder, connection = string.match(current or '', '^(.*)|([^|]*)|[^|]*$')
  if holder == gateway then
    redis.call('HDEL', presence, device)
    add_row(device, 0, now, connection)
  end
end
append_transitions()
return #devices
