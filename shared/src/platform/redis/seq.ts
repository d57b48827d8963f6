import type { CompanyPk } from '../../contract/ids.ts';
import { redisKeys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readLua, loadLuaScript } from './script.ts';

/** Maximum length of a stream that no worker drains: an hour of 250 changes per second. */
export const MAX_PARTITION_STREAM_LENGTH = 1_000_000;

export const nextSeqLua = readLua(new URL('next-seq.lua', import.meta.url));

/** The sequence number of the last change: that of a snapshot whose reading starts now. */
export async function currentSeq(redis: Redis, company: CompanyPk): Promise<number> {
  return Number((await redis.commands.get(redisKeys.seq(company))) ?? 0);
}

const establish = loadLuaScript(new URL('establish-seq.lua', import.meta.url), {
  uses: [nextSeqLua],
  keys: ['seq'],
  args: ['now'],
});

/**
 * Reads the sequence number of a company. A counter that Redis has lost is started again, above all numbers that are
 * stored.
 */
export async function ensureSeq(redis: Redis, company: CompanyPk): Promise<number> {
  return Number(await redis.run(establish, { keys: { seq: redisKeys.seq(company) }, args: { now: Date.now() } }));
}
