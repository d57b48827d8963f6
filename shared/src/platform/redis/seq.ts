import type { CompanyPk } from '../../contract/ids.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

/** What the stream keeps at most when nobody drains it: an hour of 250 changes a second. */
export const STREAM_LENGTH = 1_000_000;

/**
 * Lua: the next sequence number of a company. A lost counter starts again at the clock in microseconds, which is
 * higher than any number given before, so that clients see a gap and ask for a snapshot rather than wait for ever.
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

/** The number that a snapshot started now is true for. */
export async function currentSeq(redis: Redis, company: CompanyPk): Promise<number> {
  return Number((await redis.commands.get(keys.seq(company))) ?? 0);
}
