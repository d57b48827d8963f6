import { deleteCompanyDialog } from '../../entities/profile/dialogs.ts';
import {
  otpHelpDialog,
  otpSetUpDialog,
  changePasswordDialog,
  recoveryCodesDialog,
} from '../../entities/session/dialogs.ts';
import { bindDialog } from '../../lib/dialog-stack.ts';
import { DeleteCompanyDialog } from './delete-company-dialog.tsx';
import { OtpHelpDialog } from './otp-help-dialog.tsx';
import { OtpSetUpDialog } from './otp-set-up-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { NewRecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export const profileDialogs = [
  bindDialog(changePasswordDialog, PasswordDialog),
  bindDialog(deleteCompanyDialog, DeleteCompanyDialog),
  bindDialog(otpHelpDialog, OtpHelpDialog),
  bindDialog(otpSetUpDialog, OtpSetUpDialog),
  bindDialog(recoveryCodesDialog, NewRecoveryCodesDialog),
];
