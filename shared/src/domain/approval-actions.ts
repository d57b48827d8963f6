import type { ApproveState } from '../contract/http/approvals.ts';

/** A request for access, as far as it decides what may be done with it. */
export interface ApprovalFacts {
  readonly state: ApproveState;
  /** Whether the requested time has ended. */
  readonly isOver: boolean;
  readonly isRequester: boolean;
  /** Whether the viewer may decide it: its approver, while an approver, and administrators. */
  readonly isDecider: boolean;
}

export type ApprovalAction = 'resubmit' | 'approve' | 'reject' | 'renew' | 'change';

const [OPEN, REJECTED, APPROVED, DEVICE_DELETED] = [0, 1, 2, 4] as const;

/**
 * What a user may do with a request (spec 3 §4, decision 34), for API and screens: an undecided one is changed by its
 * requester, a decided one asked for anew; a decision may be changed while the requested time lasts (`change`).
 */
export function approvalActions(facts: ApprovalFacts): { readonly [A in ApprovalAction]: boolean } {
  const { state, isOver, isRequester, isDecider } = facts;
  const exists = state !== DEVICE_DELETED;
  const approve = isDecider && exists && state !== APPROVED && !isOver;
  const reject = isDecider && exists && state !== REJECTED && !(state === APPROVED && isOver);
  return {
    resubmit: isRequester && state === OPEN,
    renew: isRequester && exists && state !== OPEN,
    approve,
    reject,
    change: state !== OPEN && (approve || reject),
  };
}

export type ApprovalRequestStatus = 'in_progress' | 'lapsed' | 'rejected' | 'approved' | 'ended' | 'device_deleted';

/**
 * The state as people read it: an undecided request past its end has lapsed, an approved one has ended (decision 34).
 */
export function approvalStatus({ state, isOver }: Pick<ApprovalFacts, 'state' | 'isOver'>): ApprovalRequestStatus {
  if (state === OPEN) return isOver ? 'lapsed' : 'in_progress';
  if (state === APPROVED) return isOver ? 'ended' : 'approved';
  return state === REJECTED ? 'rejected' : 'device_deleted';
}
