import { and, desc, eq, sql } from 'drizzle-orm';
import type { CompanyPk } from '../contract/ids.ts';
import type { AccessPolicy, SessionTerms } from '../domain/access-policy.ts';
import { addressRange, mergeRanges } from '../domain/ip-addresses.ts';
import { isCorporateLicence } from '../domain/licences.ts';
import type { NetworkPolicy } from '../domain/network-policy.ts';
import type { ReadTx, Tx } from './db/client.ts';
import { companies, licences } from './db/schema/companies.ts';
import { ipPolicies, ipRules } from './db/schema/policies.ts';
import { whereStarted } from './licences.ts';
import { readPolicies, readVersionedPolicies, wireNameOf } from './policies.ts';

/** An access policy, and the version by which sessions refer to it. */
export interface VersionedAccessPolicy {
  readonly version: number;
  readonly policy: AccessPolicy;
}

/** Any number that no other advisory lock has. */
const LOCK = 7_451_201;

/** Until the end of the transaction, no other one changes the access policy of the company. */
export const lockAccessPolicyShared = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK}, ${company})`);

/** Until the end of the transaction, no other one changes or publishes the access policy of the company. */
export const lockAccessPolicy = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(${LOCK}, ${company})`);

/** @returns the version of the policy that this transaction makes */
export async function bumpAccessPolicyVersion(tx: Tx, company: CompanyPk): Promise<number> {
  const [row] = await tx
    .insert(ipPolicies)
    .values({ companyFk: company, version: 1 })
    .onConflictDoUpdate({ target: ipPolicies.companyFk, set: { version: sql`${ipPolicies.version} + 1` } })
    .returning({ version: ipPolicies.version });
  if (!row) throw new Error('the version of the access policy was not stored');
  return row.version;
}

/**
 * Whether the rules are in force, and how. An empty list counts as none: as an allow list it would lock out every user.
 */
export async function readNetworkPolicySwitches(tx: ReadTx, company: CompanyPk) {
  const [policy] = await tx.select().from(ipPolicies).where(eq(ipPolicies.companyFk, company));
  const [offered] = await tx.select({ on: companies.ipPolicy }).from(companies).where(eq(companies.pk, company));
  const { externalAccess } = await readPolicies(tx, company);
  return {
    isOffered: offered?.on === 1,
    policyUse: policy?.policyUse ?? 0,
    block: policy?.block ?? 1,
    externalAccess,
    version: policy?.version ?? 0,
  } as const;
}
export type NetworkPolicySwitches = Awaited<ReturnType<typeof readNetworkPolicySwitches>>;

type Rule = Pick<typeof ipRules.$inferSelect, 'start' | 'end'>;

/** Postgres prints an `inet` column with its prefix length, except for a single address. */
export function networkPolicyOf(
  { isOffered, policyUse, block, externalAccess }: Omit<NetworkPolicySwitches, 'version'>,
  rules: readonly Rule[],
): NetworkPolicy {
  const external = externalAccess === 1;
  if (!isOffered || policyUse === 0 || rules.length === 0) return { external, ip: null };
  const ranges = rules.map(({ start, end }) => addressRange(start, end)).filter((range) => range !== null);
  return { external, ip: { block: block === 1, ranges: mergeRanges(ranges) } };
}

/** By the licence in force that ends last, or else the one that has ended last (decision 49). */
export async function readHasCorporateFunctions(tx: ReadTx, company: CompanyPk): Promise<boolean> {
  const [licence] = await tx
    .select({ type: licences.type })
    .from(licences)
    .where(and(eq(licences.companyFk, company), whereStarted(new Date())))
    .orderBy(desc(licences.expiresAt))
    .limit(1);
  return licence !== undefined && isCorporateLicence(licence.type);
}

export async function readSessionTerms(tx: ReadTx, company: CompanyPk): Promise<SessionTerms> {
  const { idleTime, sessionTime, changes } = await readVersionedPolicies(tx, company);
  const set = changes[wireNameOf('idleTime')];
  return {
    limits: { idleTime, idleSince: set === undefined ? 0 : Date.parse(set.at), sessionTime },
    isCorporate: await readHasCorporateFunctions(tx, company),
  };
}

/** The access policy of a company, compiled from its rows. */
export async function readAccessPolicy(tx: ReadTx, company: CompanyPk): Promise<VersionedAccessPolicy> {
  const settings = await readNetworkPolicySwitches(tx, company);
  const inForce = settings.isOffered && settings.policyUse === 1;
  const { start, end } = ipRules;
  const rules = inForce ? await tx.select({ start, end }).from(ipRules).where(eq(ipRules.companyFk, company)) : [];
  const terms = await readSessionTerms(tx, company);
  return { version: settings.version, policy: { ...networkPolicyOf(settings, rules), ...terms } };
}
