import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { VersionedAccessPolicy } from '@vigil/shared/platform/access-policy';
import { createAccessPolicyReader } from '@vigil/shared/platform/access-policy-cache';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { every } from '@vigil/shared/platform/lifecycle';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Deps } from '../deps.ts';

/** A change has to be felt within a second, also when its announcement was lost. */
const CHECK_INTERVAL_MS = 700;

/**
 * After so many reads in a row without a policy Redis counts as having lost it; during a change it has none for a
 * moment.
 */
const MISSES = 2;

export interface AccessPolicies extends AsyncDisposable {
  /** The policy that is in force now; null where Redis has none, which an API then restores. */
  of(company: CompanyPk): Promise<VersionedAccessPolicy | null>;
}

interface Followed {
  /** The companies with sockets here. */
  readonly companies: () => Iterable<CompanyPk>;
  /** Compares all sockets of a company with its policy. Null: Redis has lost it. */
  readonly apply: (company: CompanyPk, found: VersionedAccessPolicy | null) => void;
}

/** Follows the access policies of the companies with sockets here. */
export async function watchAccessPolicies(
  { redis, subscribe, log }: Pick<Deps, 'redis' | 'subscribe' | 'log'>,
  { companies, apply }: Followed,
): Promise<AccessPolicies> {
  const cache = createAccessPolicyReader(redis);
  const misses = new Map<CompanyPk, number>();

  const check = async (company: CompanyPk): Promise<void> => {
    const found = await cache.current(company);
    const count = found === null ? (misses.get(company) ?? 0) + 1 : 0;
    if (count === 0) misses.delete(company);
    else misses.set(company, count);
    if (found !== null || count >= MISSES) apply(company, found);
  };

  const unsubscribe = await subscribe(busChannels.accessPolicies, ({ company }) => {
    if (!new Set(companies()).has(company)) return;
    check(company).catch((cause: unknown) => warnOfRepeatedFailure(log, { cause, company }, 'access policy not read'));
  });
  const timer = every(CHECK_INTERVAL_MS, log, async () => {
    const current = new Set(companies());
    for (const company of misses.keys()) if (!current.has(company)) misses.delete(company);
    await Promise.all([...current].map(check));
  });
  return {
    of: cache.current,
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await unsubscribe().catch(() => undefined);
    },
  };
}
