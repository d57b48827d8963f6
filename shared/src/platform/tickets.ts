import { and, eq, type SQL } from 'drizzle-orm';
import type { TicketPk, UserPk } from '../contract/ids.ts';
import { Problem } from '../contract/problems.ts';
import { ADMINISTRATOR_TYPE } from '../domain/member-types.ts';
import {
  admitsTransition,
  ticketTransitions,
  ticketState,
  type TicketFacts,
  type TicketTransition,
} from '../domain/ticket-transitions.ts';
import { announceOnCommit, type ChangeTx } from './changes/commit-change.ts';
import type { Tx } from './db/client.ts';
import { ticketHistory, tickets } from './db/schema/tickets.ts';
import { users } from './db/schema/users.ts';

export type StoredTicket = typeof tickets.$inferSelect;

/** Locked, so that one move at a time is decided by the state before it. */
export async function lockTicket(tx: Tx, which: SQL | undefined): Promise<StoredTicket | undefined> {
  const [row] = await tx.select().from(tickets).where(which).for('update');
  return row;
}

export const ticketFacts = ({ state, workEnd }: StoredTicket, now: number): TicketFacts => ({
  state,
  isOver: workEnd.getTime() <= now,
});

interface Step {
  readonly move: TicketTransition;
  /** Null for the system. */
  readonly by: { readonly user: UserPk | null; readonly name: string } | null;
  readonly at: Date;
  readonly note?: string;
  /** What changes with the state. */
  readonly set?: Partial<typeof tickets.$inferInsert>;
}

/** Moves a locked ticket and records the step. @throws Problem `ticket_state` for a move that is not in the table */
export async function applyTicketTransition(
  tx: Tx,
  ticket: StoredTicket,
  { move, by, at, note = '', set = {} }: Step,
): Promise<StoredTicket> {
  if (!admitsTransition(ticketFacts(ticket, at.getTime()), move)) throw new Problem('ticket_state');
  const state = ticketTransitions[move].to;
  const [moved] = await tx
    .update(tickets)
    .set({ ...set, state })
    .where(eq(tickets.pk, ticket.pk))
    .returning();
  if (!moved) throw new Error('the ticket is gone');
  await tx.insert(ticketHistory).values({
    companyFk: ticket.companyFk,
    ticketFk: ticket.pk,
    at,
    move,
    state,
    actorFk: by?.user ?? null,
    actorName: by?.name ?? '',
    note,
  });
  return moved;
}

/**
 * Notes that the temporary account of a ticket works.
 * @returns null when the ticket admits no work: it was ended, or its time is over
 */
export async function startTicketWork(
  tx: Tx,
  { ticket, by, at }: { ticket: TicketPk; by: NonNullable<Step['by']>; at: Date },
): Promise<StoredTicket | null> {
  const stored = await lockTicket(tx, eq(tickets.pk, ticket));
  if (!stored || stored.workEnd <= at) return null;
  if (stored.state === ticketState.onWork) return stored;
  return stored.state === ticketState.approved ? applyTicketTransition(tx, stored, { move: 'start', by, at }) : null;
}

/** Tells those whom a change concerns: the requester, who was asked, and the administrators, who decide as well. */
export async function announceTicketOnCommit(
  tx: ChangeTx,
  { pk, companyFk, requesterFk, askedFk, state }: StoredTicket,
): Promise<void> {
  const admins = await tx
    .select({ pk: users.pk })
    .from(users)
    .where(and(eq(users.companyFk, companyFk), eq(users.type, ADMINISTRATOR_TYPE), eq(users.active, true)));
  const to = new Set([requesterFk, ...(askedFk === null ? [] : [askedFk]), ...admins.map((admin) => admin.pk)]);
  announceOnCommit(tx, { kind: 'ticket', to: [...to], pk, state });
}
