-- Returns 1 if this hardware may use the key of the device, else 0. Entries are hardware|time of the claim.
if id == '' then
  redis.call('HDEL', hardware, device)
  return 1
end
local other, at = string.match(redis.call('HGET', hardware, device) or '', '^(%x+)|(%d+)$')
if other and other ~= id and id ~= own then
  local is_pending = tonumber(now) - tonumber(at or 0) < tonumber(pending_ms)
  if is_pending or redis.call('HEXISTS', presence, device) == 1 then return 0 end
end
redis.call('HSET', hardware, device, id .. '|' .. now)
return 1
