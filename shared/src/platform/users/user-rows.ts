import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { CompanyPk, GroupPk, UserPk } from '../../contract/ids.ts';
import { ADMINISTRATOR_TYPE } from '../../domain/member-types.ts';
import { ticketTabs } from '../../domain/ticket-transitions.ts';
import type { ReadTx, Tx } from '../db/client.ts';
import { approvals } from '../db/schema/approvals.ts';
import { groupMembers } from '../db/schema/devices.ts';
import { tickets } from '../db/schema/tickets.ts';
import { users } from '../db/schema/users.ts';
import { wherePermanentUser, whereDecidesRequests } from './user-scope.ts';

export type User = typeof users.$inferSelect;

/**
 * One change of a company's users at a time: two administrators could otherwise deactivate each other, or two take the
 * last seat.
 */
export const lockUserChanges = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451196, ${company})`);

export async function selectPermanentUser(tx: ReadTx, pk: UserPk): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), wherePermanentUser()));
  return row;
}

/**
 * Locked: a session of the user that is being opened is there before, and ends with the change, or sees the change
 * (`selectUserForShare`).
 */
export async function lockPermanentUser(tx: Tx, pk: UserPk): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.pk, pk), wherePermanentUser()))
    .for('update');
  return row;
}

/** The groups that are granted to a user. */
export async function selectUserGroupPks(tx: ReadTx, pk: UserPk): Promise<GroupPk[]> {
  const rows = await tx.select({ pk: groupMembers.groupFk }).from(groupMembers).where(eq(groupMembers.memberFk, pk));
  return rows.map((row) => row.pk);
}

/** The login ID of a user; empty when there is none any more. */
export async function readLoginId(tx: ReadTx, pk: UserPk): Promise<string> {
  const [row] = await tx.select({ mgrid: users.mgrid }).from(users).where(eq(users.pk, pk));
  return row?.mgrid ?? '';
}

export const countOtherActiveAdmins = (tx: ReadTx, pk: UserPk): Promise<number> =>
  tx.$count(users, and(eq(users.type, ADMINISTRATOR_TYPE), eq(users.active, true), ne(users.pk, pk)));

/** Whether requests may be sent to a user. */
export async function canReceiveApprovalRequests(tx: ReadTx, pk: UserPk): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.pk, pk), whereDecidesRequests()))) > 0;
}

/**
 * A part of them at a time: a statement of a thousand rows would keep the process from other requests while it is
 * built.
 */
const ROWS_AT_ONCE = 100;

/** @returns those that were inserted; an ID that another company took meanwhile is left out */
export async function insertUsers(tx: Tx, rows: readonly (typeof users.$inferInsert)[]): Promise<Map<string, UserPk>> {
  const added = new Map<string, UserPk>();
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const inserted = await tx
      .insert(users)
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .onConflictDoNothing({ target: users.mgrid })
      .returning({ pk: users.pk, mgrid: users.mgrid });
    for (const { pk, mgrid } of inserted) added.set(mgrid, pk);
  }
  return added;
}

export const updateUserRow = (tx: Tx, pk: UserPk, columns: Partial<typeof users.$inferInsert>) =>
  tx.update(users).set(columns).where(eq(users.pk, pk));

/**
 * Gives the undecided requests and tickets of an approver to another, and leaves the members without one.
 * @returns the members
 */
export async function replaceApprover(tx: Tx, pk: UserPk, replacement: User | null) {
  await tx
    .update(approvals)
    .set({
      approverFk: replacement?.pk ?? null,
      approverId: replacement?.mgrid ?? '',
      approverName: replacement?.name ?? '',
    })
    .where(and(eq(approvals.approverFk, pk), eq(approvals.approveState, OPEN), isNull(approvals.decidedAt)));
  await tx
    .update(tickets)
    .set({
      askedFk: replacement?.pk ?? null,
      askedName: replacement ? replacement.name || replacement.mgrid : '',
      askedPosition: replacement?.position ?? '',
      askedPart: replacement?.department ?? '',
    })
    .where(and(eq(tickets.askedFk, pk), inArray(tickets.state, [...ticketTabs.requested])));
  return tx
    .update(users)
    .set({ approverFk: null })
    .where(eq(users.approverFk, pk))
    .returning({ pk: users.pk, mgrid: users.mgrid });
}

const OPEN = 0;

/** An administrator who may decide requests. */
export async function findAnotherDecidingAdmin(tx: ReadTx, pk: UserPk): Promise<User | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.type, ADMINISTRATOR_TYPE), whereDecidesRequests(), ne(users.pk, pk)))
    .orderBy(asc(users.pk))
    .limit(1);
  return row;
}
