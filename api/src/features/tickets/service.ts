import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { manageTicket, TicketRequest } from '@vigil/shared/contract/http/tickets';
import type { TicketPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { admitsTransition, transitionOfEdit, ticketState } from '@vigil/shared/domain/ticket-transitions';
import { writeAudits } from '@vigil/shared/platform/audits';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { readSight } from '@vigil/shared/platform/sight';
import { applyTicketTransition, ticketFacts, type StoredTicket } from '@vigil/shared/platform/tickets';
import { deactivateTicketAccount } from '@vigil/shared/platform/users/end-ticket-account';
import { ticketAuditEntry } from '@vigil/shared/platform/users/requester-tickets';
import { chooseDeciders, decidesOwnRequests, OWN_REQUEST_MARK } from '../../access/approvers.ts';
import { parseAccessPeriod } from '../../access/period.ts';
import { readUserRecord, type UserRecord } from '../../access/user-records.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { createTicketAccount } from './account.ts';
import {
  insertStep,
  insertTicket,
  lockVisibleTicket,
  readCompanyName,
  selectVisibleDeviceNames,
  selectTicketDevices,
  selectTicketHistory,
  replaceTicketDevices,
  type TicketDevice,
} from './queries.ts';
import { ticketPermissionFactsFor } from './wire.ts';

/** What a change of a ticket results in: the ticket after it, and who gets a mail about it. */
export interface TicketChangeResult {
  readonly ticket: StoredTicket;
  readonly mailTo: readonly UserRecord[];
  /** Of the link that reveals the password; after an approval only. */
  readonly key?: string;
}

const byCaller = ({ user, name }: Caller) => ({ user, name });

/** The caller's ticket, or one that the caller decides. @throws Problem `not_found` */
async function lockVisible(tx: Tx, caller: Caller, pk: TicketPk): Promise<StoredTicket> {
  const ticket = await lockVisibleTicket(tx, caller, pk);
  if (!ticket) throw new Problem('not_found');
  return ticket;
}

/** @throws Problem `not_found` for a device that the caller does not see */
async function readDevices(tx: ReadTx, caller: Caller, { device_pks }: TicketRequest): Promise<TicketDevice[]> {
  const wanted = [...new Set(device_pks)];
  const names = await selectVisibleDeviceNames(tx, caller, wanted);
  return wanted.map((pk) => {
    const device_name = names.get(pk);
    if (device_name === undefined) throw new Problem('not_found', { field: 'body.device_pks' });
    return { pk, device_name };
  });
}

interface Asked {
  readonly body: TicketRequest;
  readonly now: number;
  /** The ticket that is changed. */
  readonly before?: StoredTicket;
}

/** What a request consists of, checked in the order of the form. @throws Problem */
async function readRequest(tx: ReadTx, caller: Caller, { body, now, before }: Asked) {
  const requester = await readUserRecord(tx, caller.user);
  if (!requester) throw new Problem('session_invalid');
  const typed = { start: body.reqr_work_startdate, end: body.reqr_work_enddate, timeZoneId: requester.timeZoneId };
  const { start: workStart, end: workEnd } = parseAccessPeriod(typed, { now, before: before?.workStart });
  if (body.reqr_work_reason === '') throw new Problem('approvals_reason');
  const devices = await readDevices(tx, caller, body);
  // A change that names nobody stays with whom the request asked.
  const chosen = body.reqr_appr_mgr ?? (before ? (before.askedFk ?? 0) : undefined);
  const { approver, deciders } = await chooseDeciders(tx, caller, chosen);
  const request = {
    companyFk: caller.company,
    requesterFk: caller.user,
    requesterId: requester.mgrid,
    requesterName: requester.name,
    requesterCompany: await readCompanyName(tx, caller),
    requesterPart: requester.department,
    workStart,
    workEnd,
    reason: body.reqr_work_reason,
    askedFk: approver?.pk ?? null,
    askedName: approver ? approver.name || approver.mgrid : '',
    askedPosition: approver?.position ?? '',
    askedPart: approver?.department ?? '',
  };
  return { request, devices, deciders };
}

/** @throws Problem `not_found`, `date_validate_error`, `approvals_reason`, `approval_405` */
export async function requestTicket(tx: Tx, caller: Caller, asked: Asked): Promise<TicketChangeResult> {
  const { request, devices, deciders } = await readRequest(tx, caller, asked);
  const at = new Date(asked.now);
  const ticket = await insertTicket(tx, { ...request, createdAt: at });
  await replaceTicketDevices(tx, ticket, devices);
  await insertStep(tx, {
    companyFk: caller.company,
    ticketFk: ticket.pk,
    at,
    state: ticketState.requested,
    actorFk: caller.user,
    actorName: caller.name,
  });
  await writeAudits(tx, caller, [ticketAuditEntry(auditCode.ticketRequested, ticket, 'request')]);
  return { ticket, mailTo: deciders };
}

/**
 * Changes the caller's undecided request, or asks again for a rejected one.
 * @throws Problem as `requestTicket`, and `ticket_state`
 */
export async function resubmitTicket(
  tx: Tx,
  caller: Caller,
  { pk, body, now }: { pk: TicketPk; body: TicketRequest; now: number },
): Promise<TicketChangeResult> {
  const before = await lockVisible(tx, caller, pk);
  if (before.requesterFk !== caller.user) throw new Problem('not_allowed', { reason: 'role', detail: 'requester' });
  const move = transitionOfEdit(ticketFacts(before, now));
  if (move === null) throw new Problem('ticket_state');
  const { request, devices, deciders } = await readRequest(tx, caller, { body, now, before });
  const step = { move, by: byCaller(caller), at: new Date(now), set: request };
  const ticket = await applyTicketTransition(tx, before, step);
  await replaceTicketDevices(tx, ticket, devices);
  await writeAudits(tx, caller, [ticketAuditEntry(auditCode.ticketRequested, ticket, move)]);
  return { ticket, mailTo: deciders };
}

type Decision = BodyOf<typeof manageTicket>;

/**
 * The devices of a request are approved as its requester sees them now: the account would see more otherwise. One that
 * was deleted since gives access to nothing.
 * @throws Problem `ticket_state`
 */
async function assertDevicesSeen(tx: ReadTx, ticket: StoredTicket, requester: UserRecord): Promise<void> {
  const named = (await selectTicketDevices(tx, [ticket.pk])).get(ticket.pk) ?? [];
  const pks = named.map(({ pk }) => pk);
  const existing = await selectVisibleDeviceNames(tx, { sight: 'all' }, pks);
  const seen = await selectVisibleDeviceNames(tx, { sight: await readSight(tx, requester) }, pks);
  if (seen.size < existing.size) throw new Problem('ticket_state');
}

async function decider(tx: ReadTx, caller: Caller) {
  const { position = '', department = '' } = (await readUserRecord(tx, caller.user)) ?? {};
  return {
    deciderFk: caller.user,
    deciderName: caller.name || caller.mgrid,
    deciderPosition: position,
    deciderPart: department,
  };
}

/**
 * An undecided request can be changed by its requester while its approver reads it.
 * @throws Problem `ticket_state` for one that has a later step than the caller saw
 */
async function assertSeen(tx: ReadTx, ticket: StoredTicket, { action_type, seen_at }: Decision): Promise<void> {
  if (seen_at === undefined || action_type === 'terminate') return;
  const last = (await selectTicketHistory(tx, ticket.pk)).at(-1);
  if (last?.at.getTime() !== Date.parse(seen_at)) throw new Problem('ticket_state');
}

/**
 * Approves, rejects or ends a ticket.
 * @throws Problem `not_found`, `not_allowed`, `own_request`, `ticket_state`, `approvals_reason`
 */
export async function applyTicketAction(
  tx: ChangeTx,
  caller: Caller,
  { body, deps }: { body: Decision; deps: Pick<Deps, 'keyRing' | 'passwordCost' | 'now'> },
): Promise<TicketChangeResult> {
  const { ticket_pk, action_type: move, extra: note } = body;
  const now = deps.now();
  const at = new Date(now);
  const before = await lockVisible(tx, caller, ticket_pk);
  const facts = ticketPermissionFactsFor(caller, before, { now, decidesOwn: await decidesOwnRequests(tx, caller) });
  if (!facts.isDecider) throw new Problem('not_allowed', { reason: 'role', detail: 'isApprover' });
  if (facts.waitsForOther && move !== 'terminate') throw new Problem('own_request');
  if (!admitsTransition(ticketFacts(before, now), move)) throw new Problem('ticket_state');
  await assertSeen(tx, before, body);
  if (move === 'reject' && note === '') throw new Problem('approvals_reason');
  const requester = await readUserRecord(tx, before.requesterFk);
  // The requester answers for the work, and gets the link to the password.
  if (move === 'approve' && !requester?.active) throw new Problem('ticket_state');
  if (move === 'approve' && requester) await assertDevicesSeen(tx, before, requester);
  const account =
    move === 'approve' && requester ? await createTicketAccount(tx, deps, { ticket: before, requester }) : null;
  const set = {
    ...(await decider(tx, caller)),
    ...(account && { workerId: account.workerId, revealKey: account.revealKey }),
    ...(move === 'terminate' && { revealKey: null }),
  };
  const ticket = await applyTicketTransition(tx, before, { move, by: byCaller(caller), at, note, set });
  if (move === 'terminate') await deactivateTicketAccount(tx, ticket.pk, at);
  const entry = ticketAuditEntry(auditCode.ticketDecided, ticket, move);
  const isOwn = facts.isRequester && move !== 'terminate';
  await writeAudits(tx, caller, [isOwn ? { ...entry, newValue: `${entry.newValue} ${OWN_REQUEST_MARK}` } : entry]);
  return { ticket, mailTo: requester?.active ? [requester] : [], ...(account && { key: account.key }) };
}
