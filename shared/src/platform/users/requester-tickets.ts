import { and, asc, eq, inArray } from 'drizzle-orm';
import { auditCode, auditTypeIds } from '../../contract/audit-codes.ts';
import type { UserPk } from '../../contract/ids.ts';
import type { TicketTransitionName } from '../../contract/names.ts';
import { transitionOnRequesterRemoval, ticketTabs } from '../../domain/ticket-transitions.ts';
import { periodText, writeAudits, type AuditActor, type AuditEntry } from '../audits.ts';
import type { ChangeTx } from '../changes/commit-change.ts';
import { tickets } from '../db/schema/tickets.ts';
import { announceTicketOnCommit, applyTicketTransition, ticketFacts, type StoredTicket } from '../tickets.ts';
import { deactivateTicketAccount } from './end-ticket-account.ts';

type TicketAudit = typeof auditCode.ticketRequested | typeof auditCode.ticketDecided;

/**
 * What was done with a ticket. The move is stored by its name, which readers see in their language (`audit-values.ts`).
 */
export const ticketAuditEntry = (
  code: TicketAudit,
  { pk, requesterFk, requesterId, workStart, workEnd }: StoredTicket,
  what: TicketTransitionName | 'request',
): AuditEntry => ({
  code,
  type: auditTypeIds.action,
  subject: { user: requesterFk },
  oldValue: requesterId,
  newValue: `#${pk} ${what}: ${periodText(workStart, workEnd)}`,
});

/**
 * Ends what a user asked for whose account is deleted or deactivated: the requester answers for the work, and has the
 * link to the password (decision 38). A later activation does not bring the tickets back. The temporary accounts end
 * with them.
 * @returns how many
 */
export async function endTicketsOfRequester(
  tx: ChangeTx,
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
    const move = transitionOnRequesterRemoval(ticketFacts(ticket, at.getTime()));
    if (move === null) continue;
    const by = { user: actor.user, name: actor.name || actor.mgrid };
    const moved = await applyTicketTransition(tx, ticket, { move, by, at, set: { revealKey: null } });
    await deactivateTicketAccount(tx, ticket.pk, at);
    await writeAudits(tx, actor, [ticketAuditEntry(auditCode.ticketDecided, moved, move)]);
    await announceTicketOnCommit(tx, moved);
    ended += 1;
  }
  return ended;
}
