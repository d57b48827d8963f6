import { defineDialog } from '../../lib/dialog-stack.ts';

export const licenceBlockDialog = defineDialog<{ feature: 'otp' | 'wol' | 'live' }>();
export const changePasswordDialog = defineDialog();
export const otpHelpDialog = defineDialog();
/** `uri` is the text of the QR code. */
export const otpSetUpDialog = defineDialog<{ uri: string }>();
export const recoveryCodesDialog = defineDialog<{ codes: readonly string[] }>();
