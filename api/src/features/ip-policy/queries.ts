import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { IpRule, readIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import type { CompanyPk, IpRulePk } from '@vigil/shared/contract/ids';
import { canonicalAddress } from '@vigil/shared/domain/ip-addresses';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { containsText } from '@vigil/shared/platform/db/contains';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { ipPolicies, ipRules, policies } from '@vigil/shared/platform/db/schema/policies';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { and, asc, count, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';

const { start, end, pk } = ipRules;

const wire = (row: typeof ipRules.$inferSelect): IpRule => ({
  pk: row.pk,
  start_ip_address: [row.start],
  end_ip_address: row.end === null ? [] : [row.end],
  reason: row.reason,
  time_added: row.timeAdded.toISOString(),
});

/** @param address as `canonicalAddress` writes it */
const covers = (address: string): SQL | undefined =>
  or(
    and(isNull(end), sql`${start} >>= ${address}::inet`),
    // Postgres orders all IPv4 addresses before all IPv6 addresses, and the ends of a range are of one family.
    and(isNotNull(end), sql`${address}::inet between ${start} and ${end}`),
  );

/** As Postgres prints it: a cast to text would add the prefix length to a single address. */
const written = (column: typeof start | typeof end) => sql`abbrev(${column})`;

function addressCondition(value: string): SQL {
  const address = canonicalAddress(value);
  const found = or(
    containsText(written(start), value.trim()),
    containsText(written(end), value.trim()),
    address === null ? undefined : covers(address),
  );
  return found ?? sql`false`;
}

export async function selectIpRulePage(tx: ReadTx, query: QueryOf<typeof readIpPolicy>) {
  const { rows, meta } = await selectPage(tx, tx.select().from(ipRules).$dynamic(), {
    query,
    rules: {
      sort: { time_added: ipRules.timeAdded, start_ip_address: start, reason: ipRules.reason },
      key: pk,
      search: { address: addressCondition, reason: ipRules.reason },
    },
  });
  return { list: rows.map(wire), total_count: meta.total_count };
}

export async function countRules(tx: ReadTx): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(ipRules);
  return row?.count ?? 0;
}

/** The rule that covers an address and was added first. */
export async function findFirstRuleCovering(tx: ReadTx, ip: string): Promise<IpRule | null> {
  const address = canonicalAddress(ip);
  if (address === null) return null;
  const [row] = await tx.select().from(ipRules).where(covers(address)).orderBy(asc(pk)).limit(1);
  return row ? wire(row) : null;
}

export const selectAllRules = (tx: ReadTx) => tx.select({ pk, start, end, reason: ipRules.reason }).from(ipRules);
export type StoredRule = Awaited<ReturnType<typeof selectAllRules>>[number];

export async function insertRules(
  tx: Tx,
  company: CompanyPk,
  { rules, at }: { rules: readonly { start: string; end: string | null; reason: string }[]; at: Date },
): Promise<void> {
  // One parameter: thousands of rows with a parameter for each value would delay other requests while they are built.
  await tx.execute(sql`
    insert into ip_rules (company_fk, start_ip_address, end_ip_address, reason, time_added)
    select ${company}, "start"::inet, "end"::inet, reason, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as added("start" text, "end" text, reason text)`);
}

export const deleteRules = (tx: Tx, pks: readonly IpRulePk[]) => tx.delete(ipRules).where(whereKeyIn(pk, pks));

export async function writeIpSettings(
  tx: Tx,
  company: CompanyPk,
  {
    policyUse,
    block,
    externalAccess,
  }: Pick<typeof ipPolicies.$inferSelect, 'policyUse' | 'block'> & Pick<typeof policies.$inferSelect, 'externalAccess'>,
): Promise<void> {
  const set = { policyUse, block };
  await tx
    .insert(ipPolicies)
    .values({ companyFk: company, ...set })
    .onConflictDoUpdate({ target: ipPolicies.companyFk, set });
  await tx
    .insert(policies)
    .values({ companyFk: company, externalAccess })
    .onConflictDoUpdate({ target: policies.companyFk, set: { externalAccess } });
}
