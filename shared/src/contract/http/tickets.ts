import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, pkInPath, TicketPk, UserPk } from '../ids.ts';
import { MAX_TICKET_DEVICES, MAX_TICKET_REASON } from '../limits.ts';
import { pageQuery, ListMeta, searchBy } from '../list-query.ts';
import { ticketTransitionNames } from '../names.ts';
import * as people from '../routes/people.ts';

/** 0 requested, 1 re-requested, 2 approved, 3 on work, 4 rejected, 10 completed (spec 3 §4). */
const TicketState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(10)]);

/** A user as a ticket remembers one; `pk` is null when the user is gone. */
const TicketUser = z.object({
  pk: UserPk.nullable(),
  name: z.string(),
  position: z.string(),
  part: z.string(),
});

export const Ticket = z.object({
  id: TicketPk,
  state: TicketState,
  /** Whether the end of the work has come. */
  is_over: Bit,
  /** 1: the caller could decide it, had somebody else asked for it. */
  waits_for_other: Bit.optional(),
  reqr_created_date: z.iso.datetime(),
  reqr_user_id: z.string(),
  reqr_user_company: z.string(),
  reqr_user_name: z.string(),
  reqr_user_part: z.string(),
  reqr_work_startdate: z.iso.datetime(),
  reqr_work_enddate: z.iso.datetime(),
  reqr_work_reason: z.string(),
  devices: z.array(z.object({ pk: DevicePk, device_name: z.string() })),
  /** Whom the requester asked (null: all administrators), and who decided. */
  reqr_appr_mgr: TicketUser.nullable(),
  appr_mgr: TicketUser.nullable(),
  /** The temporary account, from the approval on. */
  worker: z.object({ mgrid: z.string() }).nullable(),
  /** What the caller may do with it. */
  can: z.object({ approve: Bit, reject: Bit, terminate: Bit, edit: Bit }),
});
export type Ticket = z.infer<typeof Ticket>;

/** One step of a ticket; `move` is null for the request itself, `actor_name` empty for the system. */
export const TicketStep = z.object({
  at: z.iso.datetime(),
  move: z.enum(ticketTransitionNames).nullable(),
  state: TicketState,
  actor_name: z.string(),
  note: z.string(),
});
export type TicketStep = z.infer<typeof TicketStep>;

export const TicketDetail = Ticket.extend({
  history: z.array(TicketStep),
  /**
   * For its requester: the link that reveals the password of the temporary account once; null before, after, for
   * others, and for API tokens.
   */
  reveal_url: z.string().nullable(),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

const tabs = ['requested', 'approved', 'reject', 'completed'] as const;
/** Tickets of the caller by tab. */
export const TicketCounts = z.object({
  requested: z.int(),
  approved: z.int(),
  reject: z.int(),
  completed: z.int(),
});
export type TicketCounts = z.infer<typeof TicketCounts>;

export const ticketSortKeys = [
  'reqr_created_date',
  'reqr_work_startdate',
  'reqr_work_enddate',
  'reqr_user_name',
  'state',
] as const;
export const ticketSearchKeys = ['reqr_user_name', 'device_name', 'appr_mgr', 'reqr_work_reason'] as const;

export const listTickets = endpoint(people.listTickets, {
  summary: 'List access tickets that the caller asked for or decides',
  query: pageQuery({ by: ticketSortKeys, order: 'desc' }).extend({
    ...searchBy(ticketSearchKeys),
    /** A tab; all tickets when it is left out. */
    state: z.enum(tabs).optional(),
  }),
  objects: z.array(Ticket),
  meta: ListMeta.extend(TicketCounts.shape),
});

const params = z.object({ pk: pkInPath(TicketPk) });

export const readTicket = endpoint(people.readTicket, {
  summary: 'Read an access ticket with its history',
  params,
  objects: z.array(TicketDetail),
});

/** Times are ISO 8601, or `YYYY-MM-DD HH:mm` in the caller's own time zone, as for approvals. */
const Moment = z.string().min(10).max(40);

const asked = {
  reqr_work_startdate: Moment,
  reqr_work_enddate: Moment,
  reqr_work_reason: z.string().trim().max(MAX_TICKET_REASON),
  device_pks: z.array(DevicePk).min(1).max(MAX_TICKET_DEVICES),
  /**
   * 0: all administrators. Left out: of a change, whom it asked before; else the caller's own approver, or all
   * administrators.
   */
  reqr_appr_mgr: z.union([z.literal(0), UserPk]).optional(),
};
export const TicketRequest = z.strictObject(asked);
export type TicketRequest = z.infer<typeof TicketRequest>;

/** @throws Problem `not_found` for a device out of sight, `date_validate_error`, `approvals_reason`, `approval_405` */
export const createTicket = endpoint(people.createTicket, {
  audits: ['ticketRequested'],
  summary: 'Ask for temporary access of an outsider to some devices',
  body: TicketRequest,
  objects: z.array(TicketDetail),
});

/**
 * Changes an undecided request, or asks again after a rejection.
 * @throws Problem as `createTicket`, and `ticket_state`
 */
export const updateTicket = endpoint(people.updateTicket, {
  audits: ['ticketRequested'],
  summary: 'Change a request that is undecided, or ask again for a rejected one',
  params,
  body: TicketRequest,
  objects: z.array(TicketDetail),
});

/**
 * @throws Problem `ticket_state` for what its state does not admit and for a request that changed after `seen_at`,
 *   `approvals_reason` for a rejection without a note, `not_allowed`
 */
export const manageTicket = endpoint(people.manageTicket, {
  audits: ['ticketRequested', 'ticketDecided'],
  summary: 'Approve, reject or end an access ticket',
  body: z.strictObject({
    ticket_pk: TicketPk,
    action_type: z.enum(['approve', 'reject', 'terminate']),
    extra: z.string().trim().max(MAX_TICKET_REASON).default(''),
    /** For `approve` and `reject`: `at` of the last step that the caller saw. Left out: the request as it is now. */
    seen_at: z.iso.datetime().optional(),
  }),
  objects: z.array(TicketDetail),
});

/** The key stands in the requester's ticket and mail, and works once (decision 84). @throws Problem `link_invalid` */
export const revealTemporaryPassword = endpoint(people.revealTemporaryPassword, {
  audits: { none: 'nobody has signed in' },
  summary: 'Reveal the password of a temporary account, once',
  body: z.strictObject({ key: z.string().min(1).max(100) }),
  objects: z.object({ mgrid: z.string(), pw: z.string(), valid_from: z.iso.datetime(), valid_until: z.iso.datetime() }),
});
