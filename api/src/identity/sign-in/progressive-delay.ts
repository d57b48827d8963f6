import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@vigil/shared/contract/problems';
import { clientSite, clientNetwork } from '@vigil/shared/domain/ip-addresses';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { loadLuaScript } from '@vigil/shared/platform/redis/script';
import { sha256Of, attemptsEpochKey, SIGN_IN_WAITS_KEPT_MS } from '@vigil/shared/platform/users/sign-in-waits';
import type { Deps } from '../../deps.ts';
import { NETWORKS_OF_SITE } from '../../http/rate-limits.ts';

/** After each attempt, the last also after all further ones. People mistype once or twice; what guesses goes on. */
const WAITS_MS = [0, 2_000, 15_000, 60_000, 240_000, 300_000] as const;
/** A wait that is almost over is waited out instead of being refused. */
const HELD_MS = 400;
/**
 * While an attempt is being checked, another one asks so often, and no longer, whether it was right: two tabs may sign
 * in at once.
 */
const UNDECIDED_MS = 100;
const HELD_AT_MOST_MS = 3_000;

const countAttempt = loadLuaScript(new URL('progressive-delay.lua', import.meta.url), {
  keys: ['attempts'],
  args: ['waits_ms', 'kept_ms'],
});

/** What attempts are counted by, and the waits after each of them. */
interface Place {
  readonly attempts: string;
  readonly waitsMs: readonly number[];
}

/**
 * Delays the sign-in attempts of one client for one account: each wrong password or code but the first makes the next
 * attempt wait, and longer than the one before. A site of IPv6 has 65,536 networks to try from: its waits grow with
 * every fourth attempt. The owner, who comes from another address, does not wait. An account that five wrong passwords
 * lock can be unlocked by its owner by mail.
 */
export function createProgressiveDelays({ redis, config }: Pick<Deps, 'redis' | 'config'>) {
  const waitsMs = WAITS_MS.map((ms) => Math.round(ms / config.RATE_LIMIT_FACTOR));
  const waitsOfSiteMs = waitsMs.flatMap((ms) => Array<number>(NETWORKS_OF_SITE).fill(ms));

  const placesOf = async (account: string, address: string): Promise<Place[]> => {
    const epoch = (await redis.commands.get(attemptsEpochKey(account))) ?? '';
    const keyOf = (network: string) => redisKeys.attempts(sha256Of(account, epoch, network));
    const [network, site] = [clientNetwork(address), clientSite(address)];
    const own = { attempts: keyOf(network), waitsMs };
    return site === network ? [own] : [own, { attempts: keyOf(site), waitsMs: waitsOfSiteMs }];
  };

  /** @returns the milliseconds that are left to wait; 0: the attempt is counted */
  const countOrHold = async (place: Place): Promise<number> => {
    const args = { waits_ms: place.waitsMs.join(), kept_ms: SIGN_IN_WAITS_KEPT_MS };
    const keys = { attempts: place.attempts };
    const count = async () => (await redis.run(countAttempt, { keys, args })) as [number, number];
    let [leftMs, undecided] = await count();
    for (let heldMs = 0; leftMs > 0 && heldMs < HELD_AT_MOST_MS;) {
      if (leftMs > HELD_MS && undecided === 0) break;
      const pauseMs = Math.min(leftMs, leftMs > HELD_MS ? UNDECIDED_MS : HELD_MS);
      await delay(pauseMs);
      heldMs += pauseMs;
      [leftMs, undecided] = await count();
    }
    return leftMs;
  };

  const uncount = async ({ attempts }: Place): Promise<void> => {
    await redis.commands.hSet(attempts, { undecided: '0', until: '0' });
    await redis.commands.hIncrBy(attempts, 'count', -1);
  };

  /** @returns the wait that holds */
  const decide = async ({ attempts, waitsMs: waits }: Place): Promise<number> => {
    await redis.commands.hSet(attempts, 'undecided', '0');
    // The account may have got another epoch, and the key be a new one.
    await redis.commands.pExpire(attempts, SIGN_IN_WAITS_KEPT_MS);
    const count = Number((await redis.commands.hGet(attempts, 'count')) ?? 1);
    return waits[count - 1] ?? waits.at(-1) ?? 0;
  };

  return {
    /** Counts an attempt before it is checked. @throws Problem `too_many_requests` while it has to wait */
    async begin(account: string, address: string): Promise<void> {
      const counted: Place[] = [];
      for (const place of await placesOf(account, address)) {
        const leftMs = await countOrHold(place);
        if (leftMs === 0) counted.push(place);
        else {
          await Promise.all(counted.map(uncount));
          throw new Problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(leftMs / 1_000)) });
        }
      }
    },
    /**
     * The attempt was wrong: the wait that began with it holds.
     * @returns its seconds; undefined where it is too short to be told
     */
    fail: async (account: string, address: string): Promise<number | undefined> => {
      const waitMs = Math.max(...(await Promise.all((await placesOf(account, address)).map(decide))));
      return waitMs > HELD_MS ? Math.ceil(waitMs / 1_000) : undefined;
    },
    /** The attempt that began was not made: the next one need not wait for it. */
    undo: async (account: string, address: string): Promise<void> => {
      await Promise.all((await placesOf(account, address)).map(uncount));
    },
    /** The attempt was right. */
    forget: async (account: string, address: string): Promise<void> => {
      await Promise.all((await placesOf(account, address)).map(({ attempts }) => redis.commands.del(attempts)));
    },
  };
}
