import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { defineDialog } from '../../lib/dialog-stack.ts';

export type ApprovalDialogInput =
  | { mode: 'new'; device: { pk: DevicePk; alias: string } }
  | { mode: 'renew' | 'resubmit' | 'reject' | 'ing' | 'admin' | 'admin_history'; approval: AccessRequest };

export const approvalDialog = defineDialog<ApprovalDialogInput>();
export const pledgeDialog = defineDialog<{ lead: 'request' | 'session'; onAgree: () => void }>();
