import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TicketMoveName } from '@vigil/shared/contract/names';
import type { UserPk } from '@vigil/shared/contract/ids';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import { moveOfClosing, ticketTabs } from '@vigil/shared/domain/ticket-moves';
import type { WriteTx } from '@vigil/shared/platform/changes/commit-change';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { announceTicket, makeTicketMove, ticketFacts, type StoredTicket } from '@vigil/shared/platform/tickets';
import { writeAudits, type AuditActor, type AuditEntry } from './audit.ts';
import { periodText } from './period.ts';
import { endTicketAccount } from './ticket-account.ts';

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

/**
 * Ends what a user asked for whose account is deleted or deactivated: the requester answers for the work, and has the link to the
 * password (decision 38). A later activation does not bring the tickets back. The temporary accounts end with them.
 * @returns how many
 */
export async function endTicketsOfRequester(
  tx: WriteTx,
  actor: AuditActor,
  { requester, at }: { requester: UserPk; at: Date },
): Promise<number> {
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
  let ended = 0;
  for (const ticket of open) {
    const move = moveOfClosing(ticketFacts(ticket, at.getTime()));
    if (move === null) continue;
    const by = { user: actor.user, name: actor.name || actor.mgrid };
    const moved = await makeTicketMove(tx, ticket, { move, by, at, set: { revealKey: null } });
    await endTicketAccount(tx, ticket.pk, at);
    await writeAudits(tx, actor, [ticketEntry(auditCode.ticketDecided, moved, move)]);
    await announceTicket(tx, moved);
    ended += 1;
  }
  return ended;
}
