import type { UserPk } from '@vigil/shared/contract/ids';
import { ticketState } from '@vigil/shared/domain/ticket-transitions';
import { commitChange, commitCrossCompanyChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { runForEachCompany } from '@vigil/shared/platform/each-company';
import { recordRemoteSessionEnd } from '@vigil/shared/platform/remote-sessions';
import { announceTicketOnCommit, applyTicketTransition } from '@vigil/shared/platform/tickets';
import { whereSessionOpen } from '@vigil/shared/platform/users/session-queries';
import { and, eq, inArray, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const { requested, rerequested, approved, onWork } = ticketState;
/** The rest is handled a second later. */
const AT_ONCE = 100;

const isDue = (at: Date) =>
  and(lte(tickets.workEnd, at), inArray(tickets.state, [requested, rerequested, approved, onWork]));

/** Moves one ticket whose work time is over. @returns how many, 0 when another process has done so, or is about to */
async function endTicket(tx: ChangeTx, at: Date): Promise<number> {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(isDue(at))
    .orderBy(tickets.workEnd)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!ticket) return 0;
  const isUndecided = ticket.state === requested || ticket.state === rerequested;
  const step = { move: isUndecided ? 'lapse' : 'end', by: null, at, set: { revealKey: null } } as const;
  await announceTicketOnCommit(tx, await applyTicketTransition(tx, ticket, step));
  return 1;
}

/**
 * Tickets whose work time is over: undecided ones are rejected by the system, the others are completed (decision 37).
 * @returns how many
 */
export async function endOverdueTickets(deps: Deps): Promise<number> {
  const at = new Date(deps.now());
  const due = await deps.database.readAll((tx) =>
    tx.select({ company: tickets.companyFk }).from(tickets).where(isDue(at)).orderBy(tickets.workEnd).limit(AT_ONCE),
  );
  return runForEachCompany(deps.log, due, ({ company }) => commitChange(deps, company, (tx) => endTicket(tx, at)));
}

const openSessions = (tx: ReadTx, at: Date) =>
  tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userFk, users.pk), whereSessionOpen(at)));

/** Ends the remote sessions of an account, which its work time or the end of its ticket cuts. */
async function endRemoteSessionsOf(tx: Tx, user: UserPk, { isEarly, at }: { isEarly: boolean; at: Date }) {
  return tx
    .update(remoteSessions)
    .set({ endReason: isEarly ? 'withdrawn' : 'window', endedAt: at })
    .where(and(eq(remoteSessions.userFk, user), isNull(remoteSessions.endedAt)))
    .returning();
}

/**
 * Removes one temporary account that is not valid any more, and ends its sessions with devices. Sessions of the console
 * have ended by themselves when the work does; after an early end the API ends them first, because workers have no
 * access to them.
 */
async function removeAccount(tx: ChangeTx, { now }: Deps): Promise<boolean> {
  const at = new Date(now());
  const [account] = await tx
    .select({ pk: users.pk, validUntil: users.validUntil, ticketFk: users.ticketFk })
    .from(users)
    .where(and(isNotNull(users.ticketFk), lte(users.validUntil, at), notExists(openSessions(tx, at))))
    .limit(1)
    // No session of the account is opened meanwhile.
    .for('update', { skipLocked: true });
  if (!account?.ticketFk || !account.validUntil) return false;
  const early = and(
    eq(tickets.pk, account.ticketFk),
    lt(sql`${account.validUntil.toISOString()}::timestamptz`, tickets.workEnd),
  );
  const isEarly = (await tx.$count(tickets, early)) > 0;
  for (const row of await endRemoteSessionsOf(tx, account.pk, { isEarly, at })) {
    if (row.redeemedAt && row.endReason) await recordRemoteSessionEnd(tx, row, { reason: row.endReason, at });
  }
  await tx.delete(users).where(eq(users.pk, account.pk));
  return true;
}

/** Removes the temporary accounts whose time is over or whose ticket was ended. @returns how many */
export async function removeEndedTicketAccounts(deps: Deps): Promise<number> {
  let removed = 0;
  while (removed < AT_ONCE) {
    if (!(await commitCrossCompanyChange(deps, (tx) => removeAccount(tx, deps)))) break;
    removed += 1;
  }
  return removed;
}
