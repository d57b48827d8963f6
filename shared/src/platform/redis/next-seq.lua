-- The next sequence number of a company. A lost counter restarts at the clock in microseconds, which is higher than any number issued
-- before, so that clients detect a gap and request a snapshot.
local function next_seq(key, now)
  local number = redis.call('INCR', key)
  if number == 1 then
    number = tonumber(now) * 1000
    redis.call('SET', key, string.format('%.0f', number))
  end
  return number
end
