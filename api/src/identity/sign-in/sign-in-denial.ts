import type { SignInDenialCause } from '@vigil/shared/contract/names';
import { hasAccountDenial } from '@vigil/shared/domain/account-denials';
import type { NetworkDenial } from '@vigil/shared/domain/network-policy';
import { LONG_PASSWORD_MAX, meetsPasswordRequirements, passwordRuleOf } from '@vigil/shared/domain/password-rules';
import type { UserWithPolicies } from '../accounts/accounts.ts';

/**
 * Whether the right password is below the level that the company demands by now. The hash does not tell; only a sign-in
 * has the password in hand (decision 43). One that is longer than the company allows by now is not weaker.
 */
const isBelowLevel = ({ user, policies }: UserWithPolicies, password: string): boolean =>
  !meetsPasswordRequirements(password, { ...passwordRuleOf(user.memberTypeId, policies), max: LONG_PASSWORD_MAX });

interface SignIn {
  /** What the network policy of the company says of the address. */
  readonly network: NetworkDenial | null;
  /** The right password; the step of the one-time code has none. */
  readonly password?: string;
  readonly now: number;
}

/** Why a sign-in with the right password is denied. Returned only then, since it reveals that the ID exists. */
export function signInDenialOf(
  account: UserWithPolicies,
  { network, password, now }: SignIn,
): SignInDenialCause | null {
  if (hasAccountDenial('partner', account, now)) return 'partner';
  if (hasAccountDenial('inactive', account, now)) return 'inactive';
  if (network) return network;
  const { validFrom } = account.user;
  if (validFrom && validFrom.getTime() > now) return 'not_yet';
  const mustReplace =
    hasAccountDenial('pw_reject', account, now) || (password !== undefined && isBelowLevel(account, password));
  return mustReplace ? 'pw_reject' : null;
}

const suspending = ['partner', 'inactive', 'locked', 'pw_reject'] as const;

/** Whether the owner of an API token could not sign in now, so that the token is refused, too. */
export const isTokenOwnerSuspended = (account: UserWithPolicies, now: number): boolean =>
  suspending.some((limit) => hasAccountDenial(limit, account, now));
