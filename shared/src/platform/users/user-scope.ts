import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm';
import { ADMINISTRATOR_TYPE, memberTypes } from '../../domain/member-types.ts';
import { users } from '../db/schema/users.ts';

/**
 * Users of the company who are people: the temporary accounts of tickets and the hidden ones of wall screens stand in
 * no list and count for no limit (decisions 38, 71).
 */
export const wherePermanentUser = (): SQL => sql`(${users.ticketFk} is null and ${users.wallScreenFk} is null)`;

/** What an account is for, if it is not that of a person of the company; as the operator reads it. */
export function specialAccountPurpose({
  ticketFk,
  wallScreenFk,
}: Pick<typeof users.$inferSelect, 'ticketFk' | 'wallScreenFk'>): string | null {
  if (ticketFk !== null) return 'the temporary account of a ticket';
  return wallScreenFk === null ? null : 'the account of a wall screen';
}

/** Users who may decide requests for access: Managers and approvers who are active (spec 1 §6). */
export const whereDecidesRequests = (): SQL | undefined =>
  and(
    eq(users.active, true),
    ne(users.memberTypeId, memberTypes.partner),
    or(eq(users.type, ADMINISTRATOR_TYPE), eq(users.useApprovalFunction, 1)),
  );
