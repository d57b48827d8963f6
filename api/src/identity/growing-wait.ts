import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@vigil/shared/contract/problems';
import { clientNetwork } from '@vigil/shared/domain/ip-addresses';
import { keys } from '@vigil/shared/platform/redis/keys';
import { script } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const REMEMBER_MS = 60 * 60_000;
/** A wait that is almost over is waited out instead of being refused. */
const HELD_MS = 250;
const HOLDS = 3;

/**
 * Counts an attempt unless the wait after the last one is not over. The first two attempts are free; then the wait begins
 * with ARGV[1] ms and doubles up to ARGV[2]. Returns the ms that are left, or 0 for an attempt that is admitted.
 */
const countAttempt = script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local untilMs = tonumber(redis.call('HGET', KEYS[1], 'until') or '0')
  if untilMs > now then return untilMs - now end
  local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
  local wait = 0
  if count > 1 then wait = math.min(ARGV[1] * 2 ^ math.min(count - 2, 20), ARGV[2]) end
  redis.call('HSET', KEYS[1], 'until', string.format('%d', now + wait))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 0
`);

/**
 * Wrong passwords and codes of one client for one account: each makes the next try wait longer, so that a stranger needs
 * many networks to lock an account, and its owner, who comes from elsewhere, does not wait.
 */
export function createGrowingWaits({ redis, config }: Pick<Deps, 'redis' | 'config'>) {
  const keyOf = (account: string, address: string) =>
    keys.attempts(
      createHash('sha256')
        .update(`${account}\n${clientNetwork(address)}`)
        .digest('base64url'),
    );
  const scaled = (ms: number) => String(Math.round(ms / config.RATE_LIMIT_FACTOR));
  return {
    /** Counts an attempt before it is checked. @throws Problem `too_many_requests` while it has to wait */
    async begin(account: string, address: string): Promise<void> {
      const args = [scaled(FIRST_WAIT_MS), scaled(LONGEST_WAIT_MS), String(REMEMBER_MS)];
      const count = async () => (await redis.run(countAttempt, [keyOf(account, address)], args)) as number;
      let leftMs = await count();
      for (let held = 0; leftMs > 0 && leftMs <= HELD_MS && held < HOLDS; held += 1) {
        await delay(leftMs);
        leftMs = await count();
      }
      if (leftMs > 0) throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
    },
    /** The attempt was right. */
    forget: async (account: string, address: string): Promise<void> => {
      await redis.commands.del(keyOf(account, address));
    },
  };
}
