import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { requestDecisionDenial } from '@vigil/shared/domain/permissions';
import { ticketTabs } from '@vigil/shared/domain/ticket-transitions';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import type { Caller } from '../identity/sessions/caller.ts';

/** How many access tickets wait for the caller's decision (spec 1 §3, `request_ticket` of the summary). */
export async function countTicketsAwaitingDecision(tx: ReadTx, { user, flags }: Caller, at: Date): Promise<number> {
  if (requestDecisionDenial({ flags })) return 0;
  const own = flags.isAdmin ? undefined : and(eq(tickets.askedFk, user), ne(tickets.requesterFk, user));
  return tx.$count(tickets, and(inArray(tickets.state, [...ticketTabs.requested]), gt(tickets.workEnd, at), own));
}
