import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { AccessPolicy } from '@vigil/shared/domain/access-policy';
import { networkDenial, type NetworkDenial, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { sessionEndIfUnused } from '@vigil/shared/domain/session-life';
import {
  bumpAccessPolicyVersion,
  lockAccessPolicyShared,
  lockAccessPolicy,
  readNetworkPolicySwitches,
  readAccessPolicy,
  readSessionTerms,
  type VersionedAccessPolicy,
} from '@vigil/shared/platform/access-policy';
import {
  recheckAccessPolicy,
  createAccessPolicyReader,
  invalidateAccessPolicy,
  cacheAccessPolicy,
} from '@vigil/shared/platform/access-policy-cache';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { CompanyDatabase, ReadTx } from '@vigil/shared/platform/db/client';
import type { Log } from '@vigil/shared/platform/log';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import {
  findOpenSessions,
  whereSessionIdIn,
  sessionRecordOf,
  type OpenSession,
} from '@vigil/shared/platform/users/session-queries';

export interface AccessPolicyWorkResult<T> {
  readonly value: T;
  readonly done: boolean;
  /**
   * What the rules of addresses say after the change, where the work has compiled them, and ended the sessions that
   * they refuse.
   */
  readonly policy?: NetworkPolicy;
}

export interface AccessPolicies extends Disposable {
  /** The policy that is in force now: the version is asked for at each call. */
  of(company: CompanyPk): Promise<AccessPolicy>;
  denialOf(company: CompanyPk, ip: string): Promise<NetworkDenial | null>;
  /** The same inside a transaction, which would wait for a second connection of the pool if Redis had no policy. */
  denialIn(tx: ReadTx, company: CompanyPk, ip: string): Promise<NetworkDenial | null>;
  /**
   * Runs a transaction around a change of the rows of a policy; `done` says whether there was a change. It is in force
   * for every process when this returns, and open sessions that it does not admit any more have ended with it.
   */
  change<T>(company: CompanyPk, work: (tx: ChangeTx) => Promise<AccessPolicyWorkResult<T>>): Promise<T>;
}

interface Known {
  readonly version: number;
  readonly policy: NetworkPolicy;
}

interface Stores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  readonly log: Log;
  readonly now: () => number;
}

/** Ends the sessions that a policy does not admit any more: from where, or since when, they are used. */
async function endRefused(tx: ChangeTx, policy: AccessPolicy, at: Date): Promise<void> {
  const rows = await findOpenSessions(tx, undefined, at);
  const isRefused = ({ sessions: row, users: { validUntil } }: OpenSession) =>
    sessionEndIfUnused(sessionRecordOf(row), {
      limits: policy.limits,
      account: { validUntil: validUntil?.getTime() ?? null },
    }) <= at.getTime() || networkDenial(row.ip, policy) !== null;
  const ids = rows.filter(isRefused).map((row) => row.sessions.id);
  if (ids.length > 0) await endSessions(tx, whereSessionIdIn(ids), { reason: 'policy', at });
}

/**
 * Postgres has the rules, Redis the compiled policy of each company by version. Before a change is committed the
 * version is removed from Redis, and a process that finds none reads Postgres, where it waits for the transaction. So
 * no process keeps an older policy, whichever process ends at whichever moment (infra/decisions/ip-rules.md).
 */
export function createAccessPolicies({ database, redis, log, now }: Stores): AccessPolicies {
  const cache = createAccessPolicyReader(redis);
  /**
   * The companies whose policy was read from Postgres since this process started, and since the connection to Redis was
   * lost.
   */
  const trusted = new Set<CompanyPk>();
  let losses = 0;
  const rebuilding = new Map<CompanyPk, Promise<VersionedAccessPolicy>>();

  /**
   * Writes Redis in its transaction, which holds off every change of the policy until then; again after a deadlock, it
   * writes the same.
   * @param known what was just committed; another process may have changed it again
   */
  const rebuild = (company: CompanyPk, known?: Known): Promise<VersionedAccessPolicy> =>
    commitChange({ database, redis, log }, company, async (tx) => {
      const lossesBefore = losses;
      await lockAccessPolicyShared(tx, company);
      const isCurrent = known && (await readNetworkPolicySwitches(tx, company)).version === known.version;
      const found = isCurrent
        ? { version: known.version, policy: { ...known.policy, ...(await readSessionTerms(tx, company)) } }
        : await readAccessPolicy(tx, company);
      await cacheAccessPolicy(redis, company, found);
      if (losses === lossesBefore) trusted.add(company);
      return found;
    });

  const rebuildOnce = (company: CompanyPk): Promise<VersionedAccessPolicy> => {
    const started = rebuilding.get(company) ?? rebuild(company).finally(() => rebuilding.delete(company));
    rebuilding.set(company, started);
    return started;
  };

  const kept = async (company: CompanyPk) => (trusted.has(company) ? cache.current(company) : null);

  const of = async (company: CompanyPk): Promise<AccessPolicy> =>
    ((await kept(company)) ?? (await rebuildOnce(company))).policy;

  // The commit stands: without an announcement, gateways find the new version, or none, within their interval.
  const publish = async (company: CompanyPk, known?: Known): Promise<void> => {
    try {
      await rebuild(company, known);
      await recheckAccessPolicy(redis, company);
    } catch (cause) {
      warnOfRepeatedFailure(log, { cause, company }, 'access policy not published yet');
    }
  };

  return {
    of,
    denialOf: async (company, ip) => networkDenial(ip, await of(company)),
    denialIn: async (tx, company, ip) =>
      networkDenial(ip, ((await kept(company)) ?? (await readAccessPolicy(tx, company))).policy),
    async change(company, work) {
      const { value, policy, version } = await commitChange({ database, redis, log }, company, async (tx) => {
        await lockAccessPolicy(tx, company);
        const result = await work(tx);
        if (!result.done) return { ...result, version: null };
        const next = await bumpAccessPolicyVersion(tx, company);
        if (!result.policy) await endRefused(tx, (await readAccessPolicy(tx, company)).policy, new Date(now()));
        // Again after a deadlock it does no harm, nor when the change is rolled back: who finds no version reads
        // Postgres.
        await invalidateAccessPolicy(redis, company);
        return { ...result, version: next };
      });
      if (version !== null) await publish(company, policy && { version, policy });
      return value;
    },
    // A server that took over, or came back, may have lost the last writes.
    [Symbol.dispose]: redis.onReconnect(async () => {
      losses += 1;
      trusted.clear();
    })[Symbol.dispose],
  };
}
