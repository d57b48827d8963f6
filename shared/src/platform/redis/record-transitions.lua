-- Four arguments a transition: 1 for opened or 0 for closed, device, connection, time. Presence is gateway|connection|time by device.
-- Returns three values a socket that was replaced: device, gateway, connection.
local replaced = {}
for i = first_more, #ARGV, 4 do
  local online, device, connection, at = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local mine = gateway .. '|' .. connection
  local current = redis.call('HGET', presence, device)
  local holder = current and string.match(current, '^(.*)|[^|]*$')
  if online == '1' then
    redis.call('HSET', presence, device, mine .. '|' .. at)
    redis.call('SADD', held, device)
    if not current then
      add_row(device, 1, at, connection)
    elseif holder ~= mine then
      add_row(device, 2, at, connection)
      local other_gateway, other_connection = string.match(holder, '^(.*)|([^|]*)$')
      if other_gateway ~= gateway then
        redis.call('SREM', string.gsub(held, 'held:.*$', 'held:' .. other_gateway), device)
      end
      replaced[#replaced + 1] = device
      replaced[#replaced + 1] = other_gateway
      replaced[#replaced + 1] = other_connection
    end
  elseif holder == mine then
    redis.call('HDEL', presence, device)
    redis.call('SREM', held, device)
    add_row(device, 0, at, connection)
  end
end
append_transitions()
return replaced
