import type { Redis } from './redis.ts';
import { script } from './script.ts';

const countUse = script(new URL('count-use.lua', import.meta.url), { keys: ['limit'], args: ['window_ms'] });

/**
 * Counts one use of a limit; all processes count together.
 * @returns the milliseconds until the next window, or 0 when the use is within the limit
 */
export async function takeFromWindow(
  redis: Redis,
  key: string,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<number> {
  const count = await redis.run(countUse, { keys: { limit: key }, args: { window_ms: windowMs } });
  const [used, leftMs] = count as [number, number];
  return used > most ? Math.max(1, leftMs) : 0;
}

/** Uses a limit up for a time, so that every use within it is refused. */
export async function exhaustWindow(
  redis: Redis,
  key: string,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<void> {
  await redis.commands.set(key, String(Math.ceil(most)), { expiration: { type: 'PX', value: windowMs } });
}
