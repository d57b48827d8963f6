import type * as accounts from '@vigil/shared/contract/http/accounts';
import { endpoint } from './client-endpoint.ts';

export const checkLoginIdAvailability = endpoint<typeof accounts.checkLoginIdAvailability>('GET', '/check');
export const mailLoginId = endpoint<typeof accounts.mailLoginId>('POST', '/findID');
export const checkResetLinkAndReadPasswordRule = endpoint<typeof accounts.checkResetLinkAndReadPasswordRule>(
  'GET',
  '/resetPW',
);
export const resetPasswordOrUnlockAccount = endpoint<typeof accounts.resetPasswordOrUnlockAccount>('POST', '/resetPW');
export const signUp = endpoint<typeof accounts.signUp>('POST', '/join');
export const verifyUndoOrResendEmail = endpoint<typeof accounts.verifyUndoOrResendEmail>('POST', '/email_auth');
