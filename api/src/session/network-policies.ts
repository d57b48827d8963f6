import type { CompanyPk } from '@vigil/shared/contract/ids';
import { networkDenial, type NetworkDenial, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { commitChange, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import type { CompanyDatabase, Tx } from '@vigil/shared/platform/db/client';
import type { Log } from '@vigil/shared/platform/log';
import {
  bumpNetworkPolicy,
  keepNetworkPolicy,
  lockNetworkPolicy,
  readIpSettings,
  readNetworkPolicy,
  type VersionedPolicy,
} from '@vigil/shared/platform/network-policy';
import {
  announceNetworkPolicy,
  createPolicyCache,
  dropNetworkPolicy,
  storeNetworkPolicy,
} from '@vigil/shared/platform/network-policies';
import type { Redis } from '@vigil/shared/platform/redis/redis';

/** `policy`: what the rows say after the change, where the work has compiled it. */
export interface Change<T> {
  readonly value: T;
  readonly done: boolean;
  readonly policy?: NetworkPolicy;
}

export interface NetworkPolicies extends Disposable {
  /** The policy that is in force now: the version is asked for at each call. */
  of(company: CompanyPk): Promise<NetworkPolicy>;
  denialOf(company: CompanyPk, ip: string): Promise<NetworkDenial | null>;
  /** The same inside a transaction, which would wait for a second connection of the pool if Redis had no policy. */
  denialIn(tx: Tx, company: CompanyPk, ip: string): Promise<NetworkDenial | null>;
  /**
   * Runs a transaction around a change of the rows of a policy; `done` says whether there was a change. It is in force for
   * every process when this returns.
   */
  change<T>(company: CompanyPk, work: (tx: WriteTx) => Promise<Change<T>>): Promise<T>;
  /** The same for a change inside a transaction of the caller, who calls `publish` after the commit. */
  begin(tx: Tx, company: CompanyPk): Promise<void>;
  publish(company: CompanyPk): Promise<void>;
}

interface Stores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  readonly log: Log;
}

/**
 * Postgres has the rules, Redis the compiled policy of each company by version. Before a change is committed the version is
 * removed from Redis, and a process that finds none reads Postgres, where it waits for the transaction. So no process keeps an
 * older policy, whichever process ends at whichever moment (decision page 43).
 */
export function createNetworkPolicies({ database, redis, log }: Stores): NetworkPolicies {
  const cache = createPolicyCache(redis);
  /** The companies whose policy was read from Postgres since this process started, and since the connection to Redis was lost. */
  const trusted = new Set<CompanyPk>();
  let losses = 0;
  const rebuilding = new Map<CompanyPk, Promise<VersionedPolicy>>();

  /** @param known what was just committed; another process may have changed it again */
  const rebuild = (company: CompanyPk, known?: VersionedPolicy): Promise<VersionedPolicy> =>
    commitChange({ database, redis, log }, company, async (tx) => {
      const lossesBefore = losses;
      await keepNetworkPolicy(tx, company);
      const isCurrent = known && (await readIpSettings(tx, company)).version === known.version;
      const found = isCurrent ? known : await readNetworkPolicy(tx, company);
      await storeNetworkPolicy(redis, company, found);
      if (losses === lossesBefore) trusted.add(company);
      return found;
    });

  const rebuildOnce = (company: CompanyPk): Promise<VersionedPolicy> => {
    const started = rebuilding.get(company) ?? rebuild(company).finally(() => rebuilding.delete(company));
    rebuilding.set(company, started);
    return started;
  };

  const kept = async (company: CompanyPk) => (trusted.has(company) ? cache.current(company) : null);

  const of = async (company: CompanyPk): Promise<NetworkPolicy> =>
    ((await kept(company)) ?? (await rebuildOnce(company))).policy;

  const begin = async (tx: Tx, company: CompanyPk): Promise<number> => {
    const version = await bumpNetworkPolicy(tx, company);
    await dropNetworkPolicy(redis, company);
    return version;
  };

  // The commit stands: without an announcement, gateways find the new version, or none, within their interval.
  const publish = async (company: CompanyPk, known?: VersionedPolicy): Promise<void> => {
    try {
      await rebuild(company, known);
      await announceNetworkPolicy(redis, company);
    } catch (cause) {
      log.warn({ err: cause, company }, 'network policy not published yet');
    }
  };

  return {
    of,
    denialOf: async (company, ip) => networkDenial(ip, await of(company)),
    denialIn: async (tx, company, ip) =>
      networkDenial(ip, ((await kept(company)) ?? (await readNetworkPolicy(tx, company))).policy),
    async change(company, work) {
      const { value, policy, version } = await commitChange({ database, redis, log }, company, async (tx) => {
        await lockNetworkPolicy(tx, company);
        const result = await work(tx);
        return { ...result, version: result.done ? await begin(tx, company) : null };
      });
      if (version !== null) await publish(company, policy && { version, policy });
      return value;
    },
    begin: async (tx, company) => {
      await lockNetworkPolicy(tx, company);
      await begin(tx, company);
    },
    publish: (company) => publish(company),
    // A server that took over, or came back, may have lost the last writes.
    [Symbol.dispose]: redis.onReconnect(async () => {
      losses += 1;
      trusted.clear();
    })[Symbol.dispose],
  };
}
