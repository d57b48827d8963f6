import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TicketMoveName } from '@vigil/shared/contract/names';
import type { UserPk } from '@vigil/shared/contract/ids';
import { auditCode, auditType } from '@vigil/shared/domain/audit-codes';
import { moveOfClosing, ticketTabs } from '@vigil/shared/domain/ticket-moves';
import type { Tx } from '@vigil/shared/platform/db/client';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import {
  announceTicket,
  endTicketAccount,
  makeTicketMove,
  readTicketAudience,
  ticketFacts,
  type StoredTicket,
} from '@vigil/shared/platform/tickets';
import type { Deps } from '../deps.ts';
import { endTicketSessions } from '../session/ticket-sessions.ts';
import { writeAudits, type AuditActor, type AuditEntry } from './audit.ts';
import { periodText } from './period.ts';

type TicketAudit = typeof auditCode.ticketRequested | typeof auditCode.ticketDecided;

/** What was done with a ticket. The move is stored by its name, which readers see in their language (`audit-values.ts`). */
export const ticketEntry = (
  code: TicketAudit,
  { pk, requesterId, workStart, workEnd }: StoredTicket,
  what: TicketMoveName | 'request',
): AuditEntry => ({
  code,
  type: auditType.action,
  device: null,
  oldValue: requesterId,
  newValue: `#${pk} ${what}: ${periodText(workStart, workEnd)}`,
});

/** A ticket that was ended with the account of its requester, and who is told. */
export interface EndedTicket {
  readonly ticket: StoredTicket;
  readonly to: UserPk[];
}

/**
 * Ends what a user asked for whose account is deleted or deactivated: the requester answers for the work, and has the link to the
 * password (decision 38). A later activation does not bring the tickets back. `followEndedTickets` is called after the commit.
 */
export async function endTicketsOfRequester(
  tx: Tx,
  actor: AuditActor,
  { requester, at }: { requester: UserPk; at: Date },
): Promise<EndedTicket[]> {
  const open = await tx
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.requesterFk, requester),
        inArray(tickets.state, [...ticketTabs.requested, ...ticketTabs.approved]),
      ),
    )
    .orderBy(asc(tickets.pk))
    .for('update');
  const ended: EndedTicket[] = [];
  for (const ticket of open) {
    const move = moveOfClosing(ticketFacts(ticket, at.getTime()));
    if (move === null) continue;
    const by = { user: actor.user, name: actor.name || actor.mgrid };
    const moved = await makeTicketMove(tx, ticket, { move, by, at, set: { revealKey: null } });
    await endTicketAccount(tx, ticket.pk, at);
    await writeAudits(tx, actor, [ticketEntry(auditCode.ticketDecided, moved, move)]);
    ended.push({ ticket: moved, to: await readTicketAudience(tx, moved) });
  }
  return ended;
}

/** Ends the sessions of the temporary accounts of ended tickets, and tells consoles. */
export async function followEndedTickets(
  deps: Pick<Deps, 'database' | 'redis' | 'now' | 'log'>,
  ended: readonly EndedTicket[],
): Promise<void> {
  if (ended.length > 0) await endTicketSessions(deps);
  for (const { ticket, to } of ended)
    await announceTicket(deps.redis, ticket, to).catch((cause: unknown) =>
      deps.log.warn({ err: cause, ticket: ticket.pk }, 'ticket change not announced'),
    );
}
