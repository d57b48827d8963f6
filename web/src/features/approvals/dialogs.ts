import { approvalDialog, pledgeDialog } from '../../entities/approval/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { AccessRequestDialog } from './access-request-dialog.tsx';
import { PledgeDialog } from './pledge-dialog.tsx';

export const approvalsDialogs = [
  bindDialog(approvalDialog, AccessRequestDialog),
  bindDialog(pledgeDialog, PledgeDialog),
];
