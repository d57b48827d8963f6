import type { LoginCause } from '@vigil/shared/contract/names';
import { networkDenial } from '@vigil/shared/domain/network-policy';
import type { Account } from './accounts.ts';

/** Partners are known and cannot sign in (spec 1 §4). */
export const PARTNER_TYPE_ID = 7;
const DAY_MS = 24 * 3_600_000;

const isPasswordExpired = ({ user, policies }: Account, now: number): boolean =>
  policies.passwordChangeLimit > 0 && now - user.passwordChangedAt.getTime() >= policies.passwordChangeLimit * DAY_MS;

/** Why a sign-in with the right password is denied. Returned only then, since it reveals that the ID exists. */
export function signInDenial(account: Account, ip: string, now: number): LoginCause | null {
  if (account.user.memberTypeId === PARTNER_TYPE_ID) return 'partner';
  if (!account.user.active) return 'inactive';
  return networkDenial(ip, account.networkPolicy) ?? (isPasswordExpired(account, now) ? 'pw_reject' : null);
}
