import { approvalDialog, pledgeDialog } from '../../entities/approval/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { PledgeDialog } from './pledge-dialog.tsx';

export const approvalsDialogs = [bindDialog(approvalDialog, ApprovalDialog), bindDialog(pledgeDialog, PledgeDialog)];
