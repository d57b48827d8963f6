-- Takes the next turn of a pace: `burst` turns at once, then one every `every_ms`. Returns the ms until the turn.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local free_at = math.max(now, tonumber(redis.call('GET', pace) or 0))
local next_free = free_at + every_ms
redis.call('SET', pace, string.format('%.0f', next_free), 'PX', math.ceil(next_free - now))
return math.max(0, math.ceil(free_at - (burst - 1) * every_ms - now))
