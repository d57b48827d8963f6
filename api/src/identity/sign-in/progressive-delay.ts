import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@vigil/shared/contract/problems';
import { clientAddressOr64 } from '@vigil/shared/domain/ip-addresses';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { loadLuaScript } from '@vigil/shared/platform/redis/script';
import type { Deps } from '../../deps.ts';
import { sha256Of, signInAttemptsEpochKey, SIGN_IN_WAITS_KEPT_MS } from '@vigil/shared/platform/users/sign-in-waits';

/** After each attempt, the last also after all further ones. People mistype once or twice; what guesses goes on. */
const WAITS_MS = [0, 2_000, 15_000, 60_000, 240_000, 300_000] as const;
/** A wait that is almost over is waited out instead of being refused. */
const HELD_MS = 400;
/** While an attempt is being checked, another one asks so often, and no longer, whether it was right: two tabs may sign in at once. */
const UNDECIDED_MS = 100;
const HELD_AT_MOST_MS = 3_000;

const countAttempt = loadLuaScript(new URL('progressive-delay.lua', import.meta.url), {
  keys: ['attempts'],
  args: ['waits_ms', 'kept_ms'],
});

/**
 * Delays the sign-in attempts of one client for one account: each wrong password or code but the first makes the next attempt wait,
 * and longer than the one before. The owner, who comes from another address, does not wait. An account that five wrong passwords
 * lock can be unlocked by its owner by mail.
 */
export function createProgressiveDelays({ redis, config }: Pick<Deps, 'redis' | 'config'>) {
  const keyOf = async (account: string, address: string) => {
    const epoch = (await redis.commands.get(signInAttemptsEpochKey(account))) ?? '';
    return redisKeys.attempts(sha256Of(account, epoch, clientAddressOr64(address)));
  };
  const waitsMs = WAITS_MS.map((ms) => Math.round(ms / config.RATE_LIMIT_FACTOR));
  return {
    /** Counts an attempt before it is checked. @throws Problem `too_many_requests` while it has to wait */
    async begin(account: string, address: string): Promise<void> {
      const places = { attempts: await keyOf(account, address) };
      const args = { waits_ms: waitsMs.join(), kept_ms: SIGN_IN_WAITS_KEPT_MS };
      const count = async () => (await redis.run(countAttempt, { keys: places, args })) as [number, number];
      let [leftMs, undecided] = await count();
      for (let heldMs = 0; leftMs > 0 && heldMs < HELD_AT_MOST_MS;) {
        if (leftMs > HELD_MS && undecided === 0) break;
        const pauseMs = Math.min(leftMs, leftMs > HELD_MS ? UNDECIDED_MS : HELD_MS);
        await delay(pauseMs);
        heldMs += pauseMs;
        [leftMs, undecided] = await count();
      }
      if (leftMs > 0) throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
    },
    /** The attempt was wrong: the wait that began with it holds. @returns its seconds; undefined where it is too short to be told */
    fail: async (account: string, address: string): Promise<number | undefined> => {
      const key = await keyOf(account, address);
      await redis.commands.hSet(key, 'undecided', '0');
      // The account may have got another epoch, and the key be a new one.
      await redis.commands.pExpire(key, SIGN_IN_WAITS_KEPT_MS);
      const count = Number((await redis.commands.hGet(key, 'count')) ?? 1);
      const waitMs = waitsMs[count - 1] ?? waitsMs.at(-1) ?? 0;
      return waitMs > HELD_MS ? Math.ceil(waitMs / 1_000) : undefined;
    },
    /** The attempt that began was not made: the next one need not wait for it. */
    undo: async (account: string, address: string): Promise<void> => {
      const key = await keyOf(account, address);
      await redis.commands.hSet(key, { undecided: '0', until: '0' });
      await redis.commands.hIncrBy(key, 'count', -1);
    },
    /** The attempt was right. */
    forget: async (account: string, address: string): Promise<void> => {
      await redis.commands.del(await keyOf(account, address));
    },
  };
}
