import { and, asc, eq } from 'drizzle-orm';
import type { CompanyPk } from '../contract/ids.ts';
import { DEFAULT_TIME_ZONE_ID } from '../contract/user-defaults.ts';
import { memberTypes } from '../domain/member-types.ts';
import { timeZoneOf } from '../domain/time-zones.ts';
import type { ReadTx } from './db/client.ts';
import { companies } from './db/schema/companies.ts';
import { users } from './db/schema/users.ts';

/**
 * The IANA name of the zone in which the licences of a company end: its own, or that of its first administrator
 * (decision 86).
 */
export async function readCompanyTimeZone(tx: ReadTx, company: CompanyPk): Promise<string> {
  const [row] = await tx.select({ id: companies.timeZoneId }).from(companies).where(eq(companies.pk, company));
  if (row?.id != null) return timeZoneOf(row.id).name;
  const [first] = await tx
    .select({ id: users.timeZoneId })
    .from(users)
    .where(and(eq(users.companyFk, company), eq(users.memberTypeId, memberTypes.admin)))
    .orderBy(asc(users.pk))
    .limit(1);
  return timeZoneOf(first?.id ?? DEFAULT_TIME_ZONE_ID).name;
}
