import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { postApproval } from '@vigil/shared/contract/http/approvals';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Caller } from '../../session/session.ts';
import { parseMoment } from './moment.ts';
import {
  approveState,
  findApproval,
  findApprover,
  findFirstAdministrator,
  readApproverOf,
  readPerson,
  storeDecision,
  storeRequest,
  type Person,
  type StoredApproval,
} from './queries.ts';

type RequestBody = Extract<BodyOf<typeof postApproval>, { device_pk: unknown }>;
type DecisionBody = Extract<BodyOf<typeof postApproval>, { pk: unknown }>;

/** A start that was "now" when the form was opened is still accepted when it is sent. */
const MAX_FORM_TIME_MS = 5 * 60_000;

/** @throws Problem `date_validate_error` */
function spanOf({ start_time, end_time }: RequestBody, { timeZoneId, now }: { timeZoneId: number; now: number }) {
  const [start, end] = [parseMoment(start_time, timeZoneId), parseMoment(end_time, timeZoneId)];
  const inOrder = start && end && start < end && end.getTime() > now && start.getTime() >= now - MAX_FORM_TIME_MS;
  if (!inOrder) throw new Problem('date_validate_error');
  return { startTime: start, endTime: end };
}

/**
 * The approver of a request: the one that the caller chose, or else the caller's own, or else an administrator (spec 3
 * §5). Only administrators may decide their own requests.
 * @throws Problem `approval_405`
 */
async function chooseApprover(tx: Tx, caller: Caller, chosen: UserPk | undefined): Promise<Person> {
  const wanted = chosen ?? (await readApproverOf(tx, caller.user));
  const named = wanted === null ? undefined : await findApprover(tx, wanted);
  const approver = chosen === undefined ? (named ?? (await findFirstAdministrator(tx))) : named;
  if (!approver || (approver.pk === caller.user && !caller.flags.isAdmin)) throw new Problem('approval_405');
  return approver;
}

/** Stores a request for access to a device that the caller may see; returns whom to notify. */
export async function requestAccess(tx: Tx, caller: Caller, { body, now }: { body: RequestBody; now: number }) {
  const device = await findVisibleDevice(tx, caller, { pk: body.device_pk });
  if (!device) throw new Problem('not_found');
  const requester = await readPerson(tx, caller.user);
  if (!requester) throw new Problem('session_invalid');
  const span = spanOf(body, { timeZoneId: requester.timeZoneId, now });
  if (body.approval_reason === '') throw new Problem('approvals_reason');
  const approver = await chooseApprover(tx, caller, body.approver_pk);
  const pk = await storeRequest(
    tx,
    {
      companyFk: caller.company,
      deviceFk: body.device_pk,
      deviceAlias: device.alias,
      requesterFk: caller.user,
      requesterId: requester.mgrid,
      requesterName: requester.name,
      approverFk: approver.pk,
      approverId: approver.mgrid,
      approverName: approver.name,
      ...span,
      approvalReason: body.approval_reason,
    },
    new Date(now),
  );
  return { pk, recipients: [caller.user, approver.pk], mailTo: approver };
}

/** The approver of the request, while that user is an approver, and administrators. @throws Problem `not_allowed` */
function checkDecider({ user, flags }: Caller, approverFk: UserPk | null): void {
  const may = flags.isAdmin || (flags.isApprover && approverFk === user);
  if (!may) throw new Problem('not_allowed', { reason: 'role', detail: 'isApprover' });
}

function checkDecision({ is_accept, react_reason }: DecisionBody, { approval, state }: StoredApproval, now: number) {
  if (state === approveState.deviceDeleted) throw new Problem('conflict');
  if (is_accept === 0 && react_reason === '') throw new Problem('approvals_reason');
  if (is_accept === 1 && react_reason !== '') throw new Problem('approval_takes_no_reason');
  // The requested time is over.
  if (is_accept === 1 && approval.endTime.getTime() <= now) throw new Problem('date_validate_error');
}

/** Approves or rejects a request; a decision may be changed. */
export async function decideRequest(tx: Tx, caller: Caller, { body, now }: { body: DecisionBody; now: number }) {
  const stored = await findApproval(tx, caller, body.pk);
  if (!stored) throw new Problem('not_found');
  const { requesterFk, approverFk } = stored.approval;
  checkDecider(caller, approverFk);
  checkDecision(body, stored, now);
  await storeDecision(tx, body.pk, {
    approveState: body.is_accept === 1 ? approveState.approved : approveState.rejected,
    reactReason: body.react_reason,
    decidedAt: new Date(now),
  });
  return {
    pk: body.pk,
    recipients: [...new Set([requesterFk, ...(approverFk === null ? [] : [approverFk])])],
    mailTo: await readPerson(tx, requesterFk),
  };
}
