import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import type { SignInDenialCause } from '@vigil/shared/contract/names';
import type { CompanyPolicies } from '@vigil/shared/platform/policies';
import type { SignInLockoutState } from './attempts.ts';

/** No step is passed yet. */
const noStep: LoginResult = {
  step1: 'fail',
  step2: 'wait',
  step3: 'wait',
  failure_limit: 0,
  current_failure: 0,
  self_unlock: 0,
  email: '',
  mail: '',
  token: '',
  qrCodeFlag: false,
};

/** A wrong attempt, and how long the next one has to wait. */
type FailedAttempt = SignInLockoutState & { readonly retryAfterS?: number | undefined };

const countsOf = ({ limit, count, selfUnlock, locked, retryAfterS }: FailedAttempt) => ({
  failure_limit: limit,
  current_failure: count,
  self_unlock: selfUnlock,
  // Waiting does not help where the account is locked.
  ...(locked || retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
});

/** Wrong ID or password, or one try too many. */
export const wrongPassword = (loginId: string, attempt: FailedAttempt): LoginResult => ({
  ...noStep,
  ...countsOf(attempt),
  mail: loginId,
  ...(attempt.locked ? { cause: { locked: true } } : {}),
});

/** A sign-in link of an account that is locked: no attempt is counted, and none helps. */
export const lockedSignInLink = (loginId: string, { blockNum, selfUnlock }: CompanyPolicies): LoginResult =>
  wrongPassword(loginId, { limit: blockNum, count: blockNum, locked: true, selfUnlock });

/** The right password, but the sign-in is denied. `detail` is what the screen needs to continue. */
export const signInDeniedResult = (loginId: string, cause: SignInDenialCause, detail: string | true): LoginResult => ({
  ...noStep,
  mail: loginId,
  cause: { [cause]: detail },
});

/** The right password, which has to be replaced first. */
export const passwordToReplace = (loginId: string, { passwordMax }: CompanyPolicies): LoginResult => ({
  ...signInDeniedResult(loginId, 'pw_reject', loginId),
  password_max: passwordMax,
});

/** `resendKey` requests the verification mail again. */
export const notVerified = (email: string, resendKey: string): LoginResult => ({
  ...noStep,
  step1: 'success',
  step2: 'fail',
  email,
  mail: resendKey,
});

const twoSteps = { ...noStep, step1: 'success', step2: 'success' } as const;

/** `setUpUri` is the text of the picture with which an authenticator is set up. */
export const codeRequired = (loginId: string, token: string, setUpUri: string | null): LoginResult => ({
  ...twoSteps,
  mail: loginId,
  token,
  ...(setUpUri === null ? {} : { qrCodeFlag: true, qrCode: setUpUri }),
});

export const wrongCode = (loginId: string, token: string, attempt: FailedAttempt): LoginResult => ({
  ...twoSteps,
  ...countsOf(attempt),
  step3: 'fail',
  mail: loginId,
  token: attempt.locked ? '' : token,
  cause: attempt.locked ? { locked: true } : { invalid_otp: true },
});

export const signedIn = (
  opened: Pick<LoginResult, 'email' | 'mail' | 'token' | 'profile' | 'dateFmt'>,
): LoginResult => ({
  ...twoSteps,
  step3: 'success',
  ...opened,
});

/** Enough of an address for its owner to recognise it: `ki***@vigil.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const shown = Math.min(2, Math.max(0, at - 1));
  return `${email.slice(0, shown)}***${at < 0 ? '' : email.slice(at)}`;
}
