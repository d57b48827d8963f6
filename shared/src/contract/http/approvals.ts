import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { ApprovalPk, DevicePk, UserPk, pkInPath } from '../ids.ts';
import { MAX_REQUEST_REASON } from '../limits.ts';
import { ListMeta, dateRangeParams, pageQuery, searchBy } from '../list-query.ts';
import * as people from '../routes/people.ts';

/** 0 in progress, 1 rejected, 2 approved, 4 device deleted (spec 3 §4). */
export const ApproveState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4)]);
export type ApproveState = z.infer<typeof ApproveState>;

export const AccessRequest = z.object({
  pk: ApprovalPk,
  device_pk: DevicePk.nullable(),
  device_alias: z.string(),
  device_pub_ip: z.string().nullable(),
  proposal_time: z.iso.datetime(),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  approval_reason: z.string(),
  react_reason: z.string(),
  requester_id: z.string(),
  requester_name: z.string(),
  /** Null: all administrators were asked, and nobody has decided yet. */
  approver_pk: UserPk.nullable(),
  approver_id: z.string(),
  approver_name: z.string(),
  approve_state: ApproveState,
  /** Whether the requested time has ended. */
  is_over: Bit,
  /** 1: the caller could decide it, had somebody else asked for it. */
  waits_for_other: Bit.optional(),
  /** What the caller may do with it; `change`: approve or reject it although it is decided. */
  can: z.object({ resubmit: Bit, approve: Bit, reject: Bit, renew: Bit, change: Bit }),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Which requests: those the caller made or decides, with a text or a state, of a time of application. */
export const approvalFilter = {
  ...searchBy(['device_alias', 'requester_name', 'approver_name', 'approve_state']),
  ...dateRangeParams,
  /** Beside a text that is searched for, which takes `search_key`. */
  state: z.coerce.number<string | number>().pipe(ApproveState).optional(),
  /**
   * `request`: what the caller asked for; `history`: what the caller decides, all of the company for administrators.
   * Both when it is left out.
   */
  type: z.enum(['request', 'history']).optional(),
  /** Only what waits for the caller's decision, as `request_approval` counts it. */
  waiting: z.literal('1').optional(),
};
export const approvalSortKeys = ['proposal_time', 'start_time', 'approve_state'] as const;

export const listApprovals = endpoint(people.listApprovals, {
  summary: 'List approval requests that the caller made or reviews',
  query: pageQuery({ by: approvalSortKeys }).extend({
    ...approvalFilter,
    device_pk: z.coerce.number<number>().pipe(DevicePk).optional(),
  }),
  objects: z.array(AccessRequest),
  meta: ListMeta,
});

/**
 * Times are ISO 8601, or `YYYY-MM-DD HH:mm` in the caller's own time zone, as the specification joins them (spec 1 §5).
 */
const Moment = z.string().min(10).max(40);

/** The part of a request that its requester types. */
const asked = {
  /** 0: all administrators. Left out: the caller's own approver, or else all administrators (spec 3 §5). */
  approver_pk: z.union([z.literal(0), UserPk]).optional(),
  approver_name: z.string().max(200).optional(),
  start_time: Moment,
  end_time: Moment,
  approval_reason: z.string().trim().max(MAX_REQUEST_REASON),
};

/**
 * Requests remote access for a while (new, or again for one that ended; one that is still undecided is replaced),
 * changes an undecided request (resubmit), or decides one. A decision may be changed. Refusing needs a reason,
 * approving takes none.
 * @throws Problem `conflict` for what the state of the request does not admit and for one that is not of
 *   `proposal_time` any more, `date_validate_error`, `approvals_reason`, `approval_405`, `approval_takes_no_reason`,
 *   `not_found`, `not_allowed`
 */
export const postApproval = endpoint(people.postApproval, {
  audits: ['accessRequested', 'accessApproved', 'accessRejected'],
  summary: 'Create or change an approval request for remote access to a device, or approve or reject one',
  body: z.union([
    z.strictObject({ device_pk: DevicePk, ...asked }),
    z.strictObject({ pk: ApprovalPk, ...asked }),
    z.strictObject({
      pk: ApprovalPk,
      is_accept: z.union([z.literal(0), z.literal(1)]),
      react_reason: z.string().trim().max(MAX_REQUEST_REASON).default(''),
      /**
       * Of the request that the caller saw; a change by its requester gives it another one. Left out: the request as it
       * is now.
       */
      proposal_time: z.iso.datetime().optional(),
    }),
  ]),
  objects: z.array(AccessRequest),
});

/**
 * Withdraws the caller's own request while nobody has decided it: it is gone, and the audit keeps that it was made.
 * @throws Problem `conflict` for one that was decided, `not_found`, `not_allowed` for somebody else's
 */
export const withdrawApproval = endpoint(people.withdrawApproval, {
  audits: ['accessWithdrawn'],
  summary: 'Withdraw an approval request of the caller that is not decided yet',
  params: z.object({ pk: pkInPath(ApprovalPk) }),
  objects: z.array(ApprovalPk),
});
