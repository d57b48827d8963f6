import { listApprovals, type Approval } from '@vigil/shared/contract/http/approvals';
import { readDevice } from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Api } from '../../lib/api.ts';
import type { ApprovalDialogRequest } from '../../lib/dialog-stack.ts';

export const approvalsKey = ['approvals'] as const;

const REFUSED = 1;

/** How the dialog shows a request to this user: for a decision, or as their own. */
export function approvalDialogFor(approval: Approval, userPk: number): ApprovalDialogRequest {
  const decides = approval.approver_pk === userPk;
  const isOpen = approval.approve_state === 0;
  if (decides) return { kind: 'approval', mode: isOpen ? 'admin' : 'admin_history', approval };
  if (isOpen) return { kind: 'approval', mode: 'ing', approval };
  return { kind: 'approval', mode: approval.approve_state === REFUSED ? 'reject' : 'renew', approval };
}

export const requestsAccess = ({ mode }: ApprovalDialogRequest): boolean => mode === 'new' || mode === 'renew';

/** Whether the device requires a pledge before access is requested (`security_agreement`). */
export async function needsPledge({ call }: Api, pk: DevicePk): Promise<boolean> {
  const { objects } = await call(readDevice, { params: { pk: String(pk) } });
  return objects[0]?.security_agreement === 1;
}

/** The dialog for a user who needs access to a device: their last request, or a new one. */
export async function accessDialogFor(
  { call }: Api,
  device: { pk: DevicePk; alias: string },
  userPk: number,
): Promise<ApprovalDialogRequest> {
  const { objects } = await call(listApprovals, {
    query: { type: 'request', device_pk: device.pk, by: 'proposal_time', order: 'desc', limit: 1 },
  });
  const [last] = objects;
  return last ? approvalDialogFor(last, userPk) : { kind: 'approval', mode: 'new', device };
}
