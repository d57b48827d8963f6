import { requestDecisionDenial } from '@vigil/shared/domain/permissions';
import { ticketTabs } from '@vigil/shared/domain/ticket-transitions';
import { whereAwaitsDecision } from '@vigil/shared/platform/approval-queries';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { tickets } from '@vigil/shared/platform/db/schema/tickets';
import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';
import { decidesOwnRequests } from './approvers.ts';

/** How many access tickets wait for the caller's decision (spec 1 §3, `request_ticket` of the summary). */
async function countTicketsAwaitingDecision(tx: ReadTx, caller: Caller, at: Date): Promise<number> {
  const { user, flags } = caller;
  if (requestDecisionDenial({ flags })) return 0;
  const isOfOther = (await decidesOwnRequests(tx, caller)) ? undefined : ne(tickets.requesterFk, user);
  const isAsked = flags.isAdmin ? undefined : eq(tickets.askedFk, user);
  const waits = and(inArray(tickets.state, [...ticketTabs.requested]), gt(tickets.workEnd, at));
  return tx.$count(tickets, and(waits, isOfOther, isAsked));
}

/** How many requests for access wait for the caller's decision (`request_approval` of the summary). */
async function countApprovalsAwaitingDecision(tx: ReadTx, caller: Caller, at: Date): Promise<number> {
  const { user, flags } = caller;
  if (requestDecisionDenial({ flags })) return 0;
  return tx.$count(approvals, await whereAwaitsDecision(tx, { user, isAdmin: flags.isAdmin }, at));
}

/** What waits for the caller's decision; there are no tickets where the installation has none. */
export const countAwaitingDecision = async (
  tx: ReadTx,
  caller: Caller,
  { at, hasTickets }: { readonly at: Date; readonly hasTickets: boolean },
): Promise<{ requests: number; tickets: number }> => ({
  requests: await countApprovalsAwaitingDecision(tx, caller, at),
  tickets: hasTickets ? await countTicketsAwaitingDecision(tx, caller, at) : 0,
});
