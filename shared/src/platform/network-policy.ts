import { eq } from 'drizzle-orm';
import type { NetworkPolicy } from '../domain/network-policy.ts';
import type { CompanyPk } from '../contract/ids.ts';
import { addressRange } from '../domain/ip-addresses.ts';
import type { Tx } from './db/client.ts';
import { ipPolicies, ipRules } from './db/schema/policies.ts';
import type { CompanyPolicies } from './policies.ts';

/** Postgres prints an `inet` column with its prefix length, except for a single address. */
const rangeOf = ({ start, end }: typeof ipRules.$inferSelect) => addressRange(start, end);

/** The network policy of a company. An empty list of allowed ranges would lock out every user, and counts as none. */
export async function readNetworkPolicy(
  tx: Tx,
  company: CompanyPk,
  { externalAccess }: Pick<CompanyPolicies, 'externalAccess'>,
): Promise<NetworkPolicy> {
  const external = externalAccess === 1;
  const [policy] = await tx.select().from(ipPolicies).where(eq(ipPolicies.companyFk, company));
  if (policy?.policyUse !== 1) return { external, ip: null };
  const rules = await tx.select().from(ipRules).where(eq(ipRules.companyFk, company));
  const ranges = rules.map(rangeOf).filter((range) => range !== null);
  return { external, ip: ranges.length === 0 ? null : { block: policy.block === 1, ranges } };
}
