import * as z from 'zod';
import type { CompanyPk } from '../contract/ids.ts';
import type { AccessPolicy } from '../domain/access-policy.ts';
import type { MergedRanges } from '../domain/ip-addresses.ts';
import type { VersionedAccessPolicy } from './access-policy.ts';
import { publish } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';

// Redis has the access policy of each company in use once, with its version. Sessions refer to it by their company:
// each request and each socket reads the version, which is a few bytes, and keeps the policy of that version in memory.

const StoredPolicy = z.object({
  external: z.boolean(),
  ip: z.object({ block: z.boolean(), ranges: z.array(z.tuple([z.string(), z.string()])) }).nullable(),
  limits: z.object({ idleTime: z.number(), idleSince: z.number(), sessionTime: z.number() }),
  isCorporate: z.boolean(),
});

/**
 * What is stored was merged by `networkPolicyOf`. Null for what another release wrote, which an API reads from Postgres
 * again.
 */
function parsePolicy(text: string): AccessPolicy | null {
  const { success, data } = StoredPolicy.safeParse(JSON.parse(text));
  if (!success) return null;
  const { ip, ...rest } = data;
  return { ...rest, ip: ip && { block: ip.block, ranges: ip.ranges as readonly unknown[] as MergedRanges } };
}

/** Only while no transaction changes the policy (`lockAccessPolicyShared`), so that an older one never replaces it. */
export async function cacheAccessPolicy(
  { commands }: Redis,
  company: CompanyPk,
  { version, policy }: VersionedAccessPolicy,
): Promise<void> {
  await commands.hSet(redisKeys.accessPolicy(company), { version: String(version), policy: JSON.stringify(policy) });
}

/** From now on no version is known, until the policy is read from Postgres again. */
export async function invalidateAccessPolicy({ commands }: Redis, company: CompanyPk): Promise<void> {
  await commands.del(redisKeys.accessPolicy(company));
}

/** Makes gateways compare their sockets with the policy of the company at once. */
export const recheckAccessPolicy = (redis: Redis, company: CompanyPk): Promise<void> =>
  publish(redis, busChannels.accessPolicies, { t: 'network_policy', company });

/** Limits the memory for cached policies; one that was removed is read again when it is needed. */
const MAX_HELD = 1_000;

/** The policies of companies, as Redis has them at the moment of the question; each version is parsed once. */
export function createAccessPolicyReader({ commands }: Redis) {
  const held = new Map<CompanyPk, VersionedAccessPolicy>();
  const reading = new Map<CompanyPk, Promise<VersionedAccessPolicy | null>>();

  const read = async (company: CompanyPk): Promise<VersionedAccessPolicy | null> => {
    const { version, policy: text } = await commands.hGetAll(redisKeys.accessPolicy(company));
    const policy = text === undefined ? null : parsePolicy(text);
    if (version === undefined || policy === null) return null;
    const found = { version: Number(version), policy };
    const [oldest] = held.keys();
    if (held.size >= MAX_HELD && oldest !== undefined) held.delete(oldest);
    held.set(company, found);
    return found;
  };

  return {
    get size() {
      return held.size;
    },
    /** @returns null where Redis does not have it */
    async current(company: CompanyPk): Promise<VersionedAccessPolicy | null> {
      const version = await commands.hGet(redisKeys.accessPolicy(company), 'version');
      if (version === null) return null;
      const known = held.get(company);
      if (known?.version === Number(version)) return known;
      const started = reading.get(company) ?? read(company).finally(() => reading.delete(company));
      reading.set(company, started);
      const found = await started;
      // One that was being read already may be the one before.
      return found === null || found.version >= Number(version) ? found : read(company);
    },
  };
}
