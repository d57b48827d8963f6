import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@vigil/shared/contract/problems';
import { consumeRateLimit } from '@vigil/shared/platform/redis/rate-limit';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { loadLuaScript } from '@vigil/shared/platform/redis/script';

const reserveFailure = loadLuaScript(new URL('reserve-failure.lua', import.meta.url), {
  keys: ['failures', 'reserved'],
  args: ['most', 'id', 'held_ms'],
});

/** An attempt whose process dies gives its reservation back after this time. */
const HELD_MS = 30_000;
/** A whole site may come at once. While the attempts before it are checked, one waits so long. */
const WAITS_AT_MOST_MS = 10_000;
const ASK_AGAIN_MS = 50;

interface FailureLimit {
  /** On one slot of Redis. */
  readonly keys: { readonly failures: string; readonly reserved: string };
  readonly most: number;
  readonly windowMs: number;
}

/** @throws Problem `too_many_requests` */
async function reserve(redis: Redis, { keys, most }: FailureLimit, id: string): Promise<void> {
  for (let waitedMs = 0; waitedMs <= WAITS_AT_MOST_MS;) {
    const answer = Number(await redis.run(reserveFailure, { keys, args: { most, id, held_ms: HELD_MS } }));
    if (answer > 0) return;
    if (answer < 0) throw new Problem('too_many_requests', { retryAfter: Math.max(1, -answer / 1_000) });
    const pauseMs = ASK_AGAIN_MS * (1 + Math.random());
    await delay(pauseMs);
    waitedMs += pauseMs;
  }
  throw new Problem('too_many_requests', { retryAfter: 1 });
}

/**
 * Does what may fail only so often, and where success counts nothing. A failure is reserved before the work, so that a
 * burst of attempts cannot pass before the first of them is counted.
 * @throws Problem `too_many_requests`
 */
export async function runWithFailureLimit<T>(
  redis: Redis,
  limit: FailureLimit,
  { work, isFailure }: { work: () => Promise<T>; isFailure: (cause: unknown) => boolean },
): Promise<T> {
  const id = randomUUID();
  await reserve(redis, limit, id);
  try {
    return await work();
  } catch (cause) {
    if (isFailure(cause)) await consumeRateLimit(redis, limit.keys.failures, limit);
    throw cause;
  } finally {
    await redis.commands.zRem(limit.keys.reserved, id);
  }
}
