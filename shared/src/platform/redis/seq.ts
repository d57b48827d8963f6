import type { CompanyPk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import { script, type Redis } from './redis.ts';

/** Maximum length of a stream that no worker drains: an hour of 250 changes per second. */
export const STREAM_LENGTH = 1_000_000;

/**
 * Lua: the next sequence number of a company. A lost counter restarts at the clock in microseconds, which is higher than
 * any number issued before, so that clients detect a gap and request a snapshot.
 */
export const nextSeq = `
local function next_seq(key, now)
  local seq = redis.call('INCR', key)
  if seq == 1 then
    seq = tonumber(now) * 1000
    redis.call('SET', key, string.format('%.0f', seq))
  end
  return seq
end`;

/** The sequence number of the last change: that of a snapshot whose reading starts now. */
export async function currentSeq(redis: Redis, company: CompanyPk): Promise<number> {
  return Number((await redis.commands.get(keys.seq(company))) ?? 0);
}

const establishScript = script(`${nextSeq}
return redis.call('GET', KEYS[1]) or string.format('%.0f', next_seq(KEYS[1], ARGV[1]))`);

/** The same, but a lost counter is started again: the number is one that is stored, or higher than all stored ones. */
export async function establishedSeq(redis: Redis, company: CompanyPk): Promise<number> {
  return Number(await redis.run(establishScript, [keys.seq(company)], [String(Date.now())]));
}
