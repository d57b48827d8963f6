import type { Profile } from '@vigil/shared/contract/http/profile';
import type { LoginResult } from '@vigil/shared/contract/http/sign-in';
import type { SignInDenialCause } from '@vigil/shared/contract/names';
import { signInDenialCauses } from '@vigil/shared/contract/names';
import type { PasswordMax } from '@vigil/shared/contract/password-maxima';

/** Why the sign-in failed: a cause of the contract, or a wrong ID or password. */
export interface SignInRefused {
  kind: 'refused';
  cause: Exclude<SignInDenialCause, 'pw_reject'> | 'other';
  /** Attempts until the account is locked; null if it is never locked. */
  attemptsLeft: number | null;
  /** Whether a locked account may be unlocked by mail. */
  selfUnlock: boolean;
  /** Seconds until the next attempt may be made; 0 for none. */
  retryAfterS: number;
}

export interface SignedIn {
  kind: 'signed-in';
  token: string;
  profile: Profile | null;
  /** Shown once, before the console. */
  recoveryCodes: readonly string[];
}

/** The outcome of a sign-in step (spec 1 §4). */
export type SignInOutcome =
  | SignInRefused
  | SignedIn
  /** `max` characters of the new one. */
  | { kind: 'password-expired'; max: PasswordMax | null }
  | { kind: 'email'; key: string; address: string }
  /** `setUp` is the text of the QR code, if the authenticator is not set up yet. */
  | { kind: 'code'; token: string; setUp: string | null };

export function signInOutcomeOf(result: LoginResult): SignInOutcome {
  const cause = causeOf(result);
  if (cause === 'pw_reject') return { kind: 'password-expired', max: result.password_max ?? null };
  if (cause !== null || result.step1 === 'fail') return refusalOf(result, cause ?? 'other');
  if (result.step2 === 'fail') return { kind: 'email', key: result.mail, address: result.email };
  if (result.step3 === 'wait') {
    return { kind: 'code', token: result.token, setUp: result.qrCodeFlag ? (result.qrCode ?? null) : null };
  }
  if (result.step3 === 'fail') return refusalOf(result, 'invalid_otp');
  return {
    kind: 'signed-in',
    token: result.token,
    profile: result.profile ?? null,
    recoveryCodes: result.recovery_codes ?? [],
  };
}

const causeOf = ({ cause = {} }: LoginResult): SignInDenialCause | null =>
  signInDenialCauses.find((name) => name in cause) ?? null;

const refusalOf = (result: LoginResult, cause: SignInRefused['cause']): SignInRefused => ({
  kind: 'refused',
  cause,
  attemptsLeft: attemptsLeft(result),
  selfUnlock: cause === 'locked' && result.self_unlock === 1,
  retryAfterS: result.retry_after_s ?? 0,
});

/** A limit of 0 never locks. */
const attemptsLeft = ({ failure_limit, current_failure }: LoginResult): number | null =>
  failure_limit > 0 ? Math.max(failure_limit - current_failure, 0) : null;
