import { createHash } from 'node:crypto';
import { Problem } from '@vigil/shared/contract/problems';
import { clientSite, clientNetwork } from '@vigil/shared/domain/ip-addresses';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { consumeRateLimit } from '@vigil/shared/platform/redis/rate-limit';
import type { Deps } from '../deps.ts';
import { runWithFailureLimit } from './failure-limit.ts';

const MINUTE_S = 60;

interface Limit {
  /** How often, within how many seconds, from one address (`networksOf`) and for one account. */
  readonly address: number;
  readonly account: number;
  readonly seconds: number;
}

/**
 * An office of a hundred people may sign in from one address within a minute; one person does not do so twenty times.
 */
const limits = {
  'sign-in': { address: 120, account: 20, seconds: MINUTE_S },
  code: { address: 120, account: 10, seconds: MINUTE_S },
  password: { address: 60, account: 10, seconds: 10 * MINUTE_S },
  available: { address: 60, account: 60, seconds: MINUTE_S },
  'find-id': { address: 20, account: 3, seconds: 10 * MINUTE_S },
  reset: { address: 30, account: 5, seconds: 10 * MINUTE_S },
  link: { address: 30, account: 10, seconds: 10 * MINUTE_S },
  /** By account only: each is shown on a screen, and a new one every minute. */
  'sign-in-link': { address: 0, account: 30, seconds: 10 * MINUTE_S },
  join: { address: 20, account: 10, seconds: 60 * MINUTE_S },
  partner: { address: 20, account: 10, seconds: 60 * MINUTE_S },
  /** Failures only: codes of wall screens are short. */
  'screen-code': { address: 5, account: 0, seconds: 5 * MINUTE_S },
  /**
   * Failures of all addresses together, before all open codes are void: three in ten thousand of the codes that there
   * are.
   */
  'screen-codes': { address: 0, account: 300, seconds: 5 * MINUTE_S },
  invitation: { address: 20, account: 10, seconds: 10 * MINUTE_S },
  /** By token only: ten a second, in the long run. */
  'api-token': { address: 0, account: 600, seconds: MINUTE_S },
  /**
   * Tokens that do not exist only; far above what one script with a revoked token reaches, which must not stop others
   * beside it.
   */
  'unknown-token': { address: 1_800, account: 0, seconds: MINUTE_S },
  /** By account only. */
  export: { address: 0, account: 30, seconds: 10 * MINUTE_S },
  /** By account only: imports and their dry runs. */
  import: { address: 0, account: 60, seconds: 10 * MINUTE_S },
  /** By account only: each is stored with its devices. */
  bulk: { address: 0, account: 300, seconds: 10 * MINUTE_S },
  /** By account only: pieces of files, 20 MB/s. */
  'application-upload': { address: 0, account: 1_200, seconds: MINUTE_S },
  /** By account only, the one of the requester: each is a mail to somebody else. */
  'request-mail': { address: 0, account: 10, seconds: 60 * MINUTE_S },
  /**
   * By account only: what a person does in the console and a script of theirs in their session. Each is a transaction,
   * and most an audit entry.
   */
  change: { address: 0, account: 300, seconds: MINUTE_S },
  /**
   * By account only, here the company; rows of imports of users, dry or not: each tells whether any company has its
   * login ID.
   */
  'import-rows': { address: 0, account: 20_000, seconds: 60 * MINUTE_S },
  /** By account only, here the company: each is a request to a receiver, or a mail, that anybody may be named for. */
  'channel-test': { address: 0, account: 30, seconds: 60 * MINUTE_S },
  /** By account only: each is decoded. */
  logo: { address: 0, account: 10, seconds: 10 * MINUTE_S },
  /** Failures only, by account: PINs are short. */
  'application-pin': { address: 0, account: 30, seconds: 10 * MINUTE_S },
  /** Failures only. */
  enrol: { address: 30, account: 30, seconds: MINUTE_S },
  /** By device only: a key that was copied to a hundred computers. */
  'new-key': { address: 0, account: 120, seconds: 10 * MINUTE_S },
  /** Failures only: viewers report without a session. */
  'remote-session': { address: 60, account: 60, seconds: MINUTE_S },
  /** By account only: each change mails two addresses, one of them without a limit of its own. */
  'email-change': { address: 0, account: 5, seconds: 60 * MINUTE_S },
  /** Refused bodies of calls that need no sign-in: reading them costs time before it is known who calls. */
  'refused-body': { address: 300, account: 0, seconds: MINUTE_S },
  /** By address only: each is a line of the log. One page reports at most thirty. */
  'client-error': { address: 60, account: 0, seconds: MINUTE_S },
} as const satisfies Record<string, Limit>;

export type RateLimitName = keyof typeof limits;

/** What is counted: the address of the client, and the account, ID or e-mail address that the request names. */
export interface RateLimitSubject {
  readonly address?: string;
  readonly account?: string;
}

const digest = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 22);

/** An IPv6 site has 65,536 networks: all of them together may do so many times what one may. */
export const NETWORKS_OF_SITE = 4;

/** What an address counts for: its network, and the site of an IPv6 network. */
function networksOf(address: string): { key: string; factor: number }[] {
  const [network, site] = [clientNetwork(address), clientSite(address)];
  const own = { key: `a:${digest(network)}`, factor: 1 };
  return site === network ? [own] : [own, { key: `s:${digest(site)}`, factor: NETWORKS_OF_SITE }];
}

export interface RateLimits {
  /**
   * Counts one request; all copies of the API count together.
   * @throws Problem `too_many_requests` with the time of the next try
   */
  take(name: RateLimitName, subject: RateLimitSubject): Promise<void>;
  /** The same for so many uses of an account at once. @throws Problem `too_many_requests` */
  takeMany(name: RateLimitName, account: string, uses: number): Promise<void>;
  /**
   * Runs work that may fail only so often; success counts nothing.
   * @throws Problem `too_many_requests` when no failure is left
   */
  runWithFailureLimit<T>(
    name: RateLimitName,
    subject: { readonly address: string } | { readonly account: string },
    attempt: { work: () => Promise<T>; isFailure: (cause: unknown) => boolean },
  ): Promise<T>;
  /** Counts one action whose refusal is not shown; returns whether it is within the limit. */
  admits(name: RateLimitName, subject: RateLimitSubject): Promise<boolean>;
  /** Counts an account from zero again. */
  reset(name: RateLimitName, account: string): Promise<void>;
  /** Counts nothing. @throws Problem `too_many_requests` when the limit of the address is used up */
  assertLeft(name: RateLimitName, subject: { readonly address: string }): Promise<void>;
}

export function createRateLimits({ redis, config }: Pick<Deps, 'redis' | 'config'>): RateLimits {
  const count = async (key: string, most: number, { seconds, uses = 1 }: { seconds: number; uses?: number }) => {
    const limit = { most: most * config.RATE_LIMIT_FACTOR, windowMs: seconds * 1_000, uses };
    const waitMs = await consumeRateLimit(redis, key, limit);
    return waitMs > 0 ? Math.max(1, waitMs / 1_000) : 0;
  };
  /** @returns seconds until the next try; 0 = within the limits */
  const waitOf = async (name: RateLimitName, { address, account }: RateLimitSubject): Promise<number> => {
    const { address: perAddress, account: perAccount, seconds } = limits[name];
    for (const { key, factor } of address === undefined ? [] : networksOf(address)) {
      const wait = await count(redisKeys.limit(name, key), perAddress * factor, { seconds });
      if (wait > 0) return wait;
    }
    if (account === undefined) return 0;
    return count(redisKeys.limit(name, `i:${digest(account)}`), perAccount, { seconds });
  };
  return {
    async take(name, subject) {
      const retryAfter = await waitOf(name, subject);
      if (retryAfter > 0) throw new Problem('too_many_requests', { retryAfter });
    },
    async takeMany(name, account, uses) {
      const { account: most, seconds } = limits[name];
      const retryAfter = await count(redisKeys.limit(name, `i:${digest(account)}`), most, { seconds, uses });
      if (retryAfter > 0) throw new Problem('too_many_requests', { retryAfter });
    },
    runWithFailureLimit(name, subject, attempt) {
      const { address: perAddress, account: perAccount, seconds } = limits[name];
      const { isFailure } = attempt;
      const [counted, most] =
        'address' in subject
          ? [networksOf(subject.address), perAddress]
          : [[{ key: `i:${digest(subject.account)}`, factor: 1 }], perAccount];
      const limited = counted.map(({ key, factor }) => ({
        keys: { failures: redisKeys.limit(name, key), reserved: redisKeys.reserved(name, key) },
        most: most * factor * config.RATE_LIMIT_FACTOR,
        windowMs: seconds * 1_000,
      }));
      return limited.reduceRight(
        (work, limit) => () => runWithFailureLimit(redis, limit, { work, isFailure }),
        attempt.work,
      )();
    },
    admits: async (name, subject) => (await waitOf(name, subject)) === 0,
    async reset(name, account) {
      await redis.commands.del(redisKeys.limit(name, `i:${digest(account)}`));
    },
    async assertLeft(name, { address }) {
      for (const { key, factor } of networksOf(address)) {
        const used = Number(await redis.commands.get(redisKeys.limit(name, key)));
        if (used < limits[name].address * factor * config.RATE_LIMIT_FACTOR) continue;
        throw new Problem('too_many_requests', { retryAfter: limits[name].seconds });
      }
    },
  };
}
