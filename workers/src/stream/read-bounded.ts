import type { Redis } from '@vigil/shared/platform/redis/redis';
import { loadLuaScript } from '@vigil/shared/platform/redis/script';

/** An entry of a stream. The fields are empty for an entry that was deleted after it was delivered. */
export interface StreamMessage {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

export interface ConsumerGroupReadOptions {
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

const readSteps = loadLuaScript(new URL('read-bounded.lua', import.meta.url), {
  keys: ['stream'],
  args: ['group', 'consumer', 'after', 'max_entries', 'max_bytes', 'step'],
});

function toRecord(fields: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) record[fields[i] ?? ''] = fields[i + 1] ?? '';
  return record;
}

/** Reads entries of a consumer group until their number or their size reaches its limit. Never waits. */
export async function readStreamBounded(
  redis: Redis,
  stream: string,
  { group, consumer, after, maxEntries }: ConsumerGroupReadOptions,
): Promise<StreamMessage[]> {
  const found = await redis.run(readSteps, {
    keys: { stream },
    args: { group, consumer, after, max_entries: maxEntries, max_bytes: MAX_READ_BYTES, step: STEP },
  });
  return (found as [string, string[]][]).map(([id, fields]) => ({ id, message: toRecord(fields) }));
}
