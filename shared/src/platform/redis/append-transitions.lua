-- Stores rows of a company in its durable stream, and publishes them. Rows of the stream are [device, kind, at, connection]; kind 1 online,
-- 0 offline, 2 taken over by another socket. Those for browsers are [device, online, at].
local rows, live = {}, {}
local function append_transitions()
  if #rows == 0 then return end
  local number = string.format('%.0f', next_seq(seq, now))
  redis.call('XADD', stream, 'MAXLEN', '~', stream_length, '*', 'kind', 'state', 'company', company, 'seq', number,
    'data', '[' .. table.concat(rows, ',') .. ']')
  redis.call(publish, channel, '{"t":"alive","seq":' .. number .. ',"rows":[' .. table.concat(live, ',') .. ']}')
end
local function add_row(device, kind, at, connection)
  rows[#rows + 1] = '[' .. device .. ',' .. kind .. ',' .. at .. ',"' .. connection .. '"]'
  if kind ~= 2 then live[#live + 1] = '[' .. device .. ',' .. kind .. ',' .. at .. ']' end
end
