import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { readDevice } from '@vigil/shared/contract/routes/devices';
import { listApprovals } from '@vigil/shared/contract/routes/people';
import { approvalStatus, type ApprovalRequestStatus } from '@vigil/shared/domain/approval-actions';
import type { Api } from '../../lib/api.ts';
import { defineResource } from '../resource.ts';
import type { ApprovalDialogInput } from './dialogs.ts';

/** The state of a request as the screen shows it; its text is `approvals:status.…`. */
export const approvalStatusOf = ({
  approve_state: state,
  is_over,
}: Pick<AccessRequest, 'approve_state' | 'is_over'>): ApprovalRequestStatus =>
  approvalStatus({ state, isOver: is_over === 1 });

/** Requests for access to devices. */
export const approvals = defineResource({
  key: 'approvals',
  list: listApprovals,
  rereadOn: ['approval'],
  isPolled: true,
});

const [OPEN, REFUSED] = [0, 1] as const;

/** How the dialog shows a request to those who decide it, and to its requester. */
export function approvalDialogFor(approval: AccessRequest): ApprovalDialogInput {
  const { approve_state: state, can } = approval;
  if (can.approve === 1 || can.reject === 1) return { mode: state === OPEN ? 'admin' : 'admin_history', approval };
  if (can.resubmit === 1) return { mode: 'ing', approval };
  return { mode: can.renew === 1 && state === REFUSED ? 'reject' : 'admin_history', approval };
}

/** The dialog for the requester's own request: to change it, or to ask again. */
const ownApprovalDialog = (approval: AccessRequest): ApprovalDialogInput =>
  approval.can.renew === 1 && approval.approve_state !== REFUSED
    ? { mode: 'renew', approval }
    : approvalDialogFor({ ...approval, can: { ...approval.can, approve: 0, reject: 0 } });

export const requestsAccess = ({ mode }: ApprovalDialogInput): boolean => mode === 'new' || mode === 'renew';

/** Whether the device requires a pledge before access is requested (`security_agreement`). */
export async function needsAccessPledge({ call }: Api, pk: DevicePk): Promise<boolean> {
  const { objects } = await call(readDevice, { params: { pk: String(pk) } });
  return objects[0]?.security_agreement === 1;
}

/** The dialog for a user who needs access to a device: their last request, or a new one. */
export async function accessDialogFor(
  { call }: Api,
  device: { pk: DevicePk; alias: string },
): Promise<ApprovalDialogInput> {
  const { objects } = await call(listApprovals, {
    query: { type: 'request', device_pk: device.pk, by: 'proposal_time', order: 'desc', limit: 1 },
  });
  const [last] = objects;
  return last ? ownApprovalDialog(last) : { mode: 'new', device };
}
