-- Index and publication are one atomic step, and each version is published once, even if several processes try. Without edits that this
-- process could apply, the index is removed, and gateways read it again. Further arguments: the edits. Returns 1 for the first one.
if known == '1' then edit_index(index, version, first_more) end
local last = redis.call('GET', published)
if last and tonumber(version) <= tonumber(last) then return 0 end
redis.call('SET', published, version)
local head = '{"version":' .. version .. ','
if numbered == '1' then head = head .. '"seq":' .. string.format('%.0f', next_seq(seq, now)) .. ',' end
redis.call(publish, channel, head .. body)
if known == '0' then
  redis.call('DEL', index)
  redis.call(publish, channel, '{"t":"index_rebuilt","version":' .. version .. '}')
end
return 1
