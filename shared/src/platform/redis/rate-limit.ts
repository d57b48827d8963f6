import { script, type Redis } from './redis.ts';

/** Counts a use within a window that begins with the first one; returns the count and the ms until the window ends. */
const countScript = script(`
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {count, redis.call('PTTL', KEYS[1])}
`);

/**
 * Counts one use of a limit; all processes count together.
 * @returns the milliseconds until the next window, or 0 when the use is within the limit
 */
export async function takeFromWindow(
  redis: Redis,
  key: string,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<number> {
  const [used, leftMs] = (await redis.run(countScript, [key], [String(windowMs)])) as [number, number];
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
