import type { Bit } from '@vigil/shared/contract/device';
import type { Ticket, TicketDetail } from '@vigil/shared/contract/http/tickets';
import { requestDecisionDenial } from '@vigil/shared/domain/permissions';
import { admitsTransition, ticketActions } from '@vigil/shared/domain/ticket-transitions';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { openSecret } from '@vigil/shared/platform/secret-box';
import { ticketFacts, type StoredTicket } from '@vigil/shared/platform/tickets';
import { decidesOwnRequests } from '../../access/approvers.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { selectTicketApprovers, selectTicketDevices, selectTicketHistory, type TicketDevice } from './queries.ts';

const bit = (is: boolean): Bit => (is ? 1 : 0);

interface At {
  readonly now: number;
  /** Whether the caller may decide what they ask for themselves. */
  readonly decidesOwn: boolean;
}

/** What the caller may do with a ticket is decided by these (decisions 37 and 134). */
export function ticketPermissionFactsFor(
  { user, flags }: Pick<Caller, 'user' | 'flags'>,
  ticket: StoredTicket,
  { now, decidesOwn }: At,
) {
  const isRequester = ticket.requesterFk === user;
  const isDecider =
    requestDecisionDenial({ flags }) === null && (flags.isAdmin || (ticket.askedFk === user && !isRequester));
  return {
    ...ticketFacts(ticket, now),
    isRequester,
    isDecider,
    waitsForOther: isDecider && isRequester && !decidesOwn,
  };
}

interface About {
  readonly devices: readonly TicketDevice[];
  readonly existing: ReadonlySet<number>;
  readonly at: At;
}

function wireTicket(caller: Caller, ticket: StoredTicket, { devices, existing, at }: About): Ticket {
  const facts = ticketPermissionFactsFor(caller, ticket, at);
  const can = ticketActions(facts);
  const known = <P extends number>(pk: P | null): P | null => (pk !== null && existing.has(pk) ? pk : null);
  return {
    id: ticket.pk,
    state: ticket.state,
    is_over: bit(facts.isOver),
    waits_for_other: bit(facts.waitsForOther && admitsTransition(facts, 'approve')),
    reqr_created_date: ticket.createdAt.toISOString(),
    reqr_user_id: ticket.requesterId,
    reqr_user_company: ticket.requesterCompany,
    reqr_user_name: ticket.requesterName,
    reqr_user_part: ticket.requesterPart,
    reqr_work_startdate: ticket.workStart.toISOString(),
    reqr_work_enddate: ticket.workEnd.toISOString(),
    reqr_work_reason: ticket.reason,
    devices: [...devices],
    reqr_appr_mgr:
      ticket.askedName === ''
        ? null
        : {
            pk: known(ticket.askedFk),
            name: ticket.askedName,
            position: ticket.askedPosition,
            part: ticket.askedPart,
          },
    appr_mgr:
      ticket.deciderName === ''
        ? null
        : {
            pk: known(ticket.deciderFk),
            name: ticket.deciderName,
            position: ticket.deciderPosition,
            part: ticket.deciderPart,
          },
    worker: ticket.workerId === null ? null : { mgrid: ticket.workerId },
    can: {
      approve: bit(can.approve),
      reject: bit(can.reject),
      terminate: bit(can.terminate),
      edit: bit(can.edit),
    },
  };
}

/** The additional authenticated data (AAD) with which the key of a ticket's link is encrypted. */
export const linkKeyAad = ({ pk }: Pick<StoredTicket, 'pk'>): string => `ticket:${pk}`;

/** The page that reveals a password once. */
export const revealUrl = ({ PUBLIC_URL }: Deps['config'], language: string, key: string): string =>
  `${PUBLIC_URL.replace(/\/+$/u, '')}/${language}/access-ticket/reveal?key=${key}`;

export function createTicketSerializer({ config, keyRing, now }: Pick<Deps, 'config' | 'keyRing' | 'now'>) {
  const wireTickets = async (tx: ReadTx, caller: Caller, rows: readonly StoredTicket[]): Promise<Ticket[]> => {
    const devices = await selectTicketDevices(
      tx,
      rows.map(({ pk }) => pk),
    );
    const existing = await selectTicketApprovers(tx, rows);
    const at = { now: now(), decidesOwn: await decidesOwnRequests(tx, caller) };
    return rows.map((row) => wireTicket(caller, row, { devices: devices.get(row.pk) ?? [], existing, at }));
  };

  const revealUrlOf = (caller: Caller, ticket: StoredTicket, language: string): string | null => {
    // A token that could read the link would take the account over, and the account would outlive the revocation of the
    // token.
    if (caller.token || ticket.revealKey === null || ticket.requesterFk !== caller.user) return null;
    return revealUrl(config, language, openSecret(keyRing.secret, ticket.revealKey, linkKeyAad(ticket)));
  };

  return {
    wireTickets,
    /** A ticket with its history; the link to the password for a session of its requester only. */
    async wireDetail(tx: ReadTx, caller: Caller, { ticket, language }: { ticket: StoredTicket; language: string }) {
      const [wired] = await wireTickets(tx, caller, [ticket]);
      if (!wired) throw new Error('a ticket without its form on the wire');
      const steps = await selectTicketHistory(tx, ticket.pk);
      return {
        ...wired,
        history: steps.map(({ at, move, state, actorName, note }) => ({
          at: at.toISOString(),
          move,
          state,
          actor_name: actorName,
          note,
        })),
        reveal_url: revealUrlOf(caller, ticket, language),
      } satisfies TicketDetail;
    },
  };
}
