import type { Redis } from './redis.ts';
import { loadLuaScript } from './script.ts';

const countUse = loadLuaScript(new URL('count-use.lua', import.meta.url), {
  keys: ['limit'],
  args: ['window_ms', 'uses'],
});
const nextTurn = loadLuaScript(new URL('take-turn.lua', import.meta.url), {
  keys: ['pace'],
  args: ['burst', 'every_ms'],
});

/**
 * Counts one use of a limit, or several; all processes count together.
 * @returns the milliseconds until the next window, or 0 when the use is within the limit
 */
export async function consumeRateLimit(
  redis: Redis,
  key: string,
  { most, windowMs, uses = 1 }: { most: number; windowMs: number; uses?: number },
): Promise<number> {
  const count = await redis.run(countUse, { keys: { limit: key }, args: { window_ms: windowMs, uses } });
  const [used, leftMs] = count as [number, number];
  return used > most ? Math.max(1, leftMs) : 0;
}

/** So many at once, and then one every so often. */
export interface TurnPace {
  readonly burst: number;
  readonly everyMs: number;
}

/** Takes the next turn of a pace; all processes take from one. @returns the milliseconds until it, 0 for at once */
export const takeTurnWaitMs = (redis: Redis, key: string, { burst, everyMs }: TurnPace): Promise<number> =>
  redis.run(nextTurn, { keys: { pace: key }, args: { burst, every_ms: everyMs } }).then(Number);

/** Uses a limit up for a time, so that every use within it is refused. */
export async function exhaustRateLimit(
  redis: Redis,
  key: string,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<void> {
  await redis.commands.set(key, String(Math.ceil(most)), { expiration: { type: 'PX', value: windowMs } });
}
