import { and, gt, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import { licensedNonAdminLimit } from '../domain/licences.ts';
import { ADMINISTRATOR_TYPE } from '../domain/member-types.ts';
import type { ReadTx } from './db/client.ts';
import { licences } from './db/schema/companies.ts';
import { users } from './db/schema/users.ts';
import { wherePermanentUser } from './users/user-scope.ts';

/** One that was withdrawn is as if it had never started. */
export const whereStarted = (at: Date): SQL | undefined =>
  and(lte(licences.startsAt, at), isNull(licences.withdrawnAt));

/** `isInForce` of the domain, for the rows of a query. */
export const whereInForce = (at: Date): SQL | undefined => and(whereStarted(at), gt(licences.expiresAt, at));

/** The licences whose devices add up: a renewal replaces its parent at its own start (decision 49). */
export const whereCounted = (at: Date): SQL | undefined =>
  and(
    whereInForce(at),
    sql`not exists (
      select from licences renewal where renewal.parent_fk = licences.pk
      and renewal.starts_at <= ${at.toISOString()}::timestamptz and renewal.expires_at > ${at.toISOString()}::timestamptz)`,
  );

/** Users besides administrators, active or not, and how many the licences admit (decision 22). */
export async function readNonAdminSeats(tx: ReadTx, at: Date): Promise<{ used: number; limit: number }> {
  const rows = await tx.select().from(licences);
  return {
    used: await tx.$count(users, and(ne(users.type, ADMINISTRATOR_TYPE), wherePermanentUser())),
    limit: licensedNonAdminLimit(rows, at),
  };
}
