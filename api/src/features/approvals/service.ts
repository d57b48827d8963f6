import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { postApproval } from '@vigil/shared/contract/http/approvals';
import type { ApprovalPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { approvalActions, type ApprovalFacts } from '@vigil/shared/domain/approval-actions';
import { requestDecisionDenial } from '@vigil/shared/domain/permissions';
import { approveState, type ApprovalWithDevice } from '@vigil/shared/platform/approval-queries';
import { periodText, writeAudits } from '@vigil/shared/platform/audits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import {
  chooseDeciders,
  decidesOwnRequests,
  OWN_REQUEST_MARK,
  readDecidingAdministrators,
} from '../../access/approvers.ts';
import { parseAccessPeriod } from '../../access/period.ts';
import { readUserRecord, type UserRecord } from '../../access/user-records.ts';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  deleteApproval,
  updateApprovalRequest,
  lockVisibleApproval,
  storeApprovalDecision,
  upsertApprovalRequest,
} from './queries.ts';

type Body = BodyOf<typeof postApproval>;
type RequestBody = Extract<Body, { device_pk: unknown }>;
type ResubmitBody = Extract<Body, { pk: unknown; start_time: unknown }>;
type DecisionBody = Extract<Body, { is_accept: unknown }>;

/** Whom to tell of a change, and who gets a mail; `changed` is false for a decision that stood already. */
export interface ApprovalChangeResult {
  readonly pk: ApprovalPk;
  readonly changed: boolean;
  readonly recipients: UserPk[];
  readonly mailTo: readonly UserRecord[];
}

interface At {
  readonly now: number;
  /** Whether the caller may decide what they ask for themselves. */
  readonly decidesOwn: boolean;
}

/** What a caller may do with a request is decided by these (decisions 34 and 134). */
export function accessRequestFactsFor(
  { user, flags }: Caller,
  { approval, state }: ApprovalWithDevice,
  { now, decidesOwn }: At,
): ApprovalFacts & { readonly waitsForOther: boolean } {
  const isRequester = approval.requesterFk === user;
  const hasRight = requestDecisionDenial({ flags }) === null && (flags.isAdmin || approval.approverFk === user);
  const waitsForOther = hasRight && isRequester && !decidesOwn;
  return {
    state,
    isOver: approval.endTime.getTime() <= now,
    isRequester,
    isDecider: hasRight && !waitsForOther,
    waitsForOther,
  };
}

interface Asked {
  readonly device: { readonly pk: DevicePk; readonly alias: string };
  readonly body: RequestBody | ResubmitBody;
  readonly now: number;
  /** Of the request that is changed. */
  readonly before?: ApprovalWithDevice;
}

/** What a request consists of, checked in the order of the form. @throws Problem */
async function readRequest(tx: ReadTx, caller: Caller, { device, body, now, before }: Asked) {
  const requester = await readUserRecord(tx, caller.user);
  if (!requester) throw new Problem('session_invalid');
  const typed = { start: body.start_time, end: body.end_time, timeZoneId: requester.timeZoneId };
  const { start: startTime, end: endTime } = parseAccessPeriod(typed, { now, before: before?.approval.startTime });
  if (body.approval_reason === '') throw new Problem('approvals_reason');
  // Of a request that is changed, 0 stands for the administrators that it went to.
  const chosen = body.approver_pk ?? (before && (before.approval.approverFk ?? 0));
  const { approver, deciders } = await chooseDeciders(tx, caller, chosen);
  const request = {
    companyFk: caller.company,
    deviceFk: device.pk,
    deviceAlias: device.alias,
    requesterFk: caller.user,
    requesterId: requester.mgrid,
    requesterName: requester.name,
    ...approverColumns(approver),
    startTime,
    endTime,
    approvalReason: body.approval_reason,
  };
  return { request, deciders };
}

const approverColumns = (approver: Pick<UserRecord, 'pk' | 'mgrid' | 'name'> | null | undefined) => ({
  approverFk: approver?.pk ?? null,
  approverId: approver?.mgrid ?? '',
  approverName: approver?.name ?? '',
});

type HasPk = Pick<UserRecord, 'pk'>;

const recipientsOf = (requester: UserPk, asked: readonly HasPk[]) => [
  ...new Set([requester, ...asked.map(({ pk }) => pk)]),
];

/** Who was asked to decide a stored request. */
const readAsked = async (tx: ReadTx, { approval: { approverFk } }: ApprovalWithDevice): Promise<readonly HasPk[]> =>
  approverFk === null ? readDecidingAdministrators(tx) : [{ pk: approverFk }];

const period = ({ startTime, endTime }: { startTime: Date; endTime: Date }) => periodText(startTime, endTime);

/** Stores a request for access to a device that the caller may see. @throws Problem */
export async function requestApproval(tx: Tx, caller: Caller, { body, now }: { body: RequestBody; now: number }) {
  const device = await findVisibleDevice(tx, caller, { pk: body.device_pk });
  if (!device) throw new Problem('not_found');
  const asked = { device: { pk: body.device_pk, alias: device.alias }, body, now };
  const { request, deciders } = await readRequest(tx, caller, asked);
  const pk = await upsertApprovalRequest(tx, request, new Date(now));
  await writeAudits(tx, caller, [
    {
      code: auditCode.accessRequested,
      type: auditTypeIds.action,
      subject: { device: body.device_pk },
      newValue: period(request),
    },
  ]);
  return {
    pk,
    changed: true,
    recipients: recipientsOf(caller.user, deciders),
    mailTo: deciders,
  } satisfies ApprovalChangeResult;
}

/** The caller's own request, locked, while it is undecided. @throws Problem */
async function lockOwnUndecidedRequest(tx: Tx, caller: Caller, { pk, now }: { pk: ApprovalPk; now: number }) {
  const request = await lockVisibleApproval(tx, caller, pk);
  if (!request) throw new Problem('not_found');
  const facts = accessRequestFactsFor(caller, request, { now, decidesOwn: false });
  if (!facts.isRequester) throw new Problem('not_allowed', { reason: 'role', detail: 'requester' });
  if (!approvalActions(facts).resubmit) throw new Problem('conflict');
  return request;
}

/** Deletes the caller's own undecided request. @returns whom to tell of it. @throws Problem */
export async function withdrawUndecidedRequest(
  tx: Tx,
  caller: Caller,
  { pk, now }: { pk: ApprovalPk; now: number },
): Promise<UserPk[]> {
  const request = await lockOwnUndecidedRequest(tx, caller, { pk, now });
  const asked = await readAsked(tx, request);
  await deleteApproval(tx, pk);
  await writeAudits(tx, caller, [
    {
      code: auditCode.accessWithdrawn,
      type: auditTypeIds.action,
      subject: request.devicePk === null ? null : { device: request.devicePk },
      oldValue: period(request.approval),
    },
  ]);
  return recipientsOf(caller.user, asked);
}

/**
 * Changes time, reason or approver of the caller's own undecided request, and tells the approver again.
 * @throws Problem
 */
export async function resubmitUndecidedRequest(
  tx: Tx,
  caller: Caller,
  { body, now }: { body: ResubmitBody; now: number },
): Promise<ApprovalChangeResult> {
  const before = await lockOwnUndecidedRequest(tx, caller, { pk: body.pk, now });
  if (before.devicePk === null) throw new Problem('conflict');
  const device = await findVisibleDevice(tx, caller, { pk: before.devicePk });
  if (!device) throw new Problem('not_found');
  const asked = { device: { pk: before.devicePk, alias: device.alias }, body, now, before };
  const { request, deciders } = await readRequest(tx, caller, asked);
  const former = await readAsked(tx, before);
  await updateApprovalRequest(tx, body.pk, request, new Date(now));
  await writeAudits(tx, caller, [
    {
      code: auditCode.accessRequested,
      type: auditTypeIds.action,
      subject: { device: before.devicePk },
      oldValue: period(before.approval),
      newValue: period(request),
    },
  ]);
  return {
    pk: body.pk,
    changed: true,
    recipients: recipientsOf(caller.user, [...deciders, ...former]),
    mailTo: deciders,
  };
}

/**
 * @throws Problem `not_allowed`, `own_request`, `approvals_reason`, `approval_takes_no_reason`, `date_validate_error`,
 *   `conflict`
 */
function checkDecision(
  { is_accept, react_reason }: DecisionBody,
  facts: ApprovalFacts & { readonly waitsForOther: boolean },
) {
  if (facts.waitsForOther) throw new Problem('own_request');
  if (!facts.isDecider) throw new Problem('not_allowed', { reason: 'role', detail: 'isApprover' });
  if (is_accept === 0 && react_reason === '') throw new Problem('approvals_reason');
  if (is_accept === 1 && react_reason !== '') throw new Problem('approval_takes_no_reason');
  const can = approvalActions(facts);
  if (is_accept === 1 ? can.approve : can.reject) return;
  const isTooLate = is_accept === 1 && facts.isOver && facts.state !== approveState.deviceDeleted;
  throw new Problem(isTooLate ? 'date_validate_error' : 'conflict');
}

/**
 * Approves or rejects a request; a decision may be changed. The same decision again changes nothing.
 * @throws Problem
 */
export async function decideRequest(
  tx: Tx,
  caller: Caller,
  { body, now }: { body: DecisionBody; now: number },
): Promise<ApprovalChangeResult> {
  const stored = await lockVisibleApproval(tx, caller, body.pk);
  if (!stored) throw new Problem('not_found');
  const facts = accessRequestFactsFor(caller, stored, { now, decidesOwn: await decidesOwnRequests(tx, caller) });
  const { requesterFk, approverFk, reactReason } = stored.approval;
  const asked = await readAsked(tx, stored);
  const isAccept = body.is_accept === 1;
  const wanted = isAccept ? approveState.approved : approveState.rejected;
  const stands = facts.isDecider && stored.state === wanted && reactReason === body.react_reason;
  if (!stands) {
    checkDecision(body, facts);
    // Its requester can change it while its approver reads it.
    if (body.proposal_time !== undefined && Date.parse(body.proposal_time) !== stored.approval.proposalTime.getTime())
      throw new Problem('conflict');
    await storeApprovalDecision(tx, body.pk, {
      approveState: wanted,
      reactReason: body.react_reason,
      decidedAt: new Date(now),
      // A request to all administrators becomes that of the one who decides it.
      ...(approverFk === null ? approverColumns(await readUserRecord(tx, caller.user)) : {}),
    });
    await writeAudits(tx, caller, [
      {
        code: isAccept ? auditCode.accessApproved : auditCode.accessRejected,
        type: auditTypeIds.action,
        subject: stored.devicePk === null ? null : { device: stored.devicePk },
        oldValue: stored.approval.requesterId,
        newValue: [
          isAccept ? period(stored.approval) : body.react_reason,
          ...(facts.isRequester ? [OWN_REQUEST_MARK] : []),
        ].join(' '),
      },
    ]);
  }
  const requester = await readUserRecord(tx, requesterFk);
  return {
    pk: body.pk,
    changed: !stands,
    recipients: recipientsOf(requesterFk, asked),
    mailTo: requester ? [requester] : [],
  };
}
