-- XREADGROUP limits the number of entries only.
max_entries, max_bytes, step = tonumber(max_entries), tonumber(max_bytes), tonumber(step)
local found, bytes = {}, 0
while #found < max_entries and bytes < max_bytes do
  local count = math.min(step, max_entries - #found)
  local reply = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', count, 'STREAMS', stream, after)
  local entries = reply and reply[1] and reply[1][2] or {}
  for _, entry in ipairs(entries) do
    local fields = entry[2] or {}
    for _, field in ipairs(fields) do bytes = bytes + #field end
    found[#found + 1] = {entry[1], fields}
  end
  if #entries < count then break end
  if after ~= '>' then after = entries[#entries][1] end
end
return found
