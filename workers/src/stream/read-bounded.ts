import { script, type Redis } from '@vigil/shared/platform/redis/redis';

/** An entry of a stream. The fields are empty for an entry that was deleted after it was delivered. */
export interface StreamMessage {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

export interface BoundedRead {
  readonly group: string;
  readonly consumer: string;
  /** `>` for entries that no consumer has read; an id for own entries after it that are not acknowledged. */
  readonly after: string;
  readonly maxEntries: number;
}

/** An inventory has up to 512 KB: hundreds of them at once would be more than a worker should hold. */
export const MAX_READ_BYTES = 4 * 1_024 * 1_024;

/** Entries of one step, by whose size the limit may be exceeded. */
const STEP = 8;

// XREADGROUP limits the number of entries only.
const readScript = script(`
local group, consumer, after = ARGV[1], ARGV[2], ARGV[3]
local max_entries, max_bytes = tonumber(ARGV[4]), tonumber(ARGV[5])
local found, bytes = {}, 0
while #found < max_entries and bytes < max_bytes do
  local step = math.min(tonumber(ARGV[6]), max_entries - #found)
  local reply = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', step, 'STREAMS', KEYS[1], after)
  local entries = reply and reply[1] and reply[1][2] or {}
  for _, entry in ipairs(entries) do
    local fields = entry[2] or {}
    for _, field in ipairs(fields) do bytes = bytes + #field end
    found[#found + 1] = {entry[1], fields}
  end
  if #entries < step then break end
  if after ~= '>' then after = entries[#entries][1] end
end
return found`);

function toRecord(fields: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) record[fields[i] ?? ''] = fields[i + 1] ?? '';
  return record;
}

/** Reads entries of a consumer group until their number or their size reaches its limit. Never waits. */
export async function readBounded(redis: Redis, key: string, read: BoundedRead): Promise<StreamMessage[]> {
  const limits = [String(read.maxEntries), String(MAX_READ_BYTES), String(STEP)];
  const found = await redis.run(readScript, [key], [read.group, read.consumer, read.after, ...limits]);
  return (found as [string, string[]][]).map(([id, fields]) => ({ id, message: toRecord(fields) }));
}
