-- Applies edits to the index of a fleet, three arguments each from ARGV[first] on. Only a complete index is edited, and only by the version
-- that follows its own: an index that missed a change is removed, so that it is rebuilt. In an edit `=` keeps a part, `-` is null.
local function parts_of(text)
  local parts = {}
  for part in string.gmatch(text, '[^|]+') do parts[#parts + 1] = part end
  return parts
end
local function merged(old, new, version)
  local before, after, changed = old and parts_of(old), parts_of(new), not old
  for i, part in ipairs(after) do
    local known = before and before[i + 1] or '-'
    if part == '=' then after[i] = known end
    if after[i] ~= known then changed = true end
  end
  if not changed then return old end
  return version .. '|' .. table.concat(after, '|')
end
local function edit_index(key, version, first)
  local at = redis.call('HGET', key, 'version')
  if not at or tonumber(version) <= tonumber(at) then return end
  if tonumber(version) > tonumber(at) + 1 then
    redis.call('DEL', key)
    return
  end
  for i = first, #ARGV, 3 do
    local how, field, value = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    local old = redis.call('HGET', key, field)
    if how == 'delete' then redis.call('HDEL', key, field)
    elseif how == 'put' then redis.call('HSET', key, field, version .. '|' .. value)
    elseif old or how == 'upsert' then redis.call('HSET', key, field, merged(old, value, version)) end
  end
  redis.call('HSET', key, 'version', version)
end
