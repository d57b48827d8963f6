import { and, desc, eq, gt, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { SessionEndReason } from '../../contract/events/browser-down/session.ts';
import type { SessionId, UserPk } from '../../contract/ids.ts';
import type { ReadTx, Tx } from '../db/client.ts';
import { invitations } from '../db/schema/accounts.ts';
import { sessions, users } from '../db/schema/users.ts';
import type { SessionRecord } from '../sessions.ts';

/** Of sessions that are neither ended nor expired. */
export const whereSessionOpen = (at: Date) => and(isNull(sessions.endedAt), gt(sessions.expiresAt, at));

/** What Redis keeps of a row. */
export const sessionRecordOf = (row: OpenSession['sessions']): SessionRecord => ({
  id: row.id,
  user: row.userFk,
  company: row.companyFk,
  kind: row.kind,
  parent: row.parentFk,
  createdAt: row.createdAt.getTime(),
  usedAt: row.lastUsedAt.getTime(),
  until: row.expiresAt.getTime(),
});

export type OpenSession = { sessions: typeof sessions.$inferSelect; users: typeof users.$inferSelect };

/** Sessions that are neither ended nor expired, with their users; the last used one first. */
export const findOpenSessions = (tx: ReadTx, which: SQL | undefined, at: Date): Promise<OpenSession[]> =>
  tx
    .select()
    .from(sessions)
    .innerJoin(users, eq(users.pk, sessions.userFk))
    .where(and(which, whereSessionOpen(at)))
    .orderBy(desc(sessions.lastUsedAt));

/** A user who stays as read until the end of the transaction: changes of the row wait. */
export async function selectUserForShare(tx: Tx, pk: UserPk): Promise<OpenSession['users'] | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.pk, pk)).for('share');
  return user;
}

/** An open session that stays open until the end of the transaction: its end waits. */
export async function selectSessionForShare(
  tx: Tx,
  id: SessionId,
  at: Date,
): Promise<OpenSession['sessions'] | undefined> {
  const [row] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), whereSessionOpen(at)))
    .for('share');
  return row;
}

/** Whether an invitation is not revoked; it stays so until the end of the transaction. */
export async function isInvitationValid(tx: Tx, pk: number): Promise<boolean> {
  const valid = and(eq(invitations.pk, pk), isNull(invitations.revokedAt));
  const rows = await tx.select({ pk: invitations.pk }).from(invitations).where(valid).for('share');
  return rows.length > 0;
}

/** From where each open session of the company was last used, and by whom. */
export const findOpenSessionIps = (tx: ReadTx, at: Date) =>
  tx
    .select({ id: sessions.id, user: users.pk, name: users.name, mgrid: users.mgrid, ip: sessions.ip })
    .from(sessions)
    .innerJoin(users, eq(users.pk, sessions.userFk))
    .where(whereSessionOpen(at))
    .orderBy(users.mgrid);

/** Why a session was ended; undefined for one that expired or never existed. */
export async function findSessionEndReason(tx: ReadTx, id: SessionId): Promise<string | undefined> {
  const [row] = await tx.select({ reason: sessions.endReason }).from(sessions).where(eq(sessions.id, id));
  return row?.reason ?? undefined;
}

export interface EndedSession {
  readonly id: SessionId;
  readonly user: UserPk;
  readonly expiresAt: Date;
}

/**
 * Marks sessions as ended, and those that their sign-in links have opened; returns those that were not marked until
 * now.
 */
export async function markSessionsEnded(
  tx: Tx,
  which: SQL | undefined,
  how: { reason: SessionEndReason; at: Date },
): Promise<EndedSession[]> {
  const mark = (these: SQL | undefined): Promise<EndedSession[]> =>
    tx
      .update(sessions)
      .set({ endedAt: how.at, endReason: how.reason })
      .where(and(these, isNull(sessions.endedAt)))
      .returning({ id: sessions.id, user: sessions.userFk, expiresAt: sessions.expiresAt });
  const ended = await mark(which);
  if (ended.length === 0) return ended;
  // Apart from the first: it sees a session whose opening held the row of its parent until now.
  const ids = ended.map(({ id }) => id);
  return [...ended, ...(await mark(inArray(sessions.parentFk, ids)))];
}

/** @returns the version of the rights of its user; undefined for a session that has ended */
export async function markSessionUsed(tx: Tx, { id, usedAt, until }: SessionRecord, ip: string) {
  const [row] = await tx
    .update(sessions)
    .set({ ip, lastUsedAt: new Date(usedAt), expiresAt: new Date(until) })
    .from(users)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt), eq(users.pk, sessions.userFk)))
    .returning({ rightsVersion: users.rightsVersion });
  return row;
}

export const whereSessionIdIn = (ids: readonly SessionId[]): SQL => inArray(sessions.id, [...ids]);
export const whereSessionOfUser = (user: UserPk): SQL => eq(sessions.userFk, user);
/** The session of this ID, if it is one of the user. */
export const whereOwnSession = (user: UserPk, id: SessionId) => and(whereSessionOfUser(user), eq(sessions.id, id));
/** @param kept undefined: all of them */
export const whereOtherSession = (user: UserPk, kept: SessionId | undefined) =>
  and(whereSessionOfUser(user), kept === undefined ? undefined : ne(sessions.id, kept));
