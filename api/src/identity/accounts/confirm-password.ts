import { Problem } from '@vigil/shared/contract/problems';
import { verifyPassword } from '@vigil/shared/platform/passwords';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { Caller } from '../sessions/caller.ts';
import { readAccount, type UserWithPolicies } from './accounts.ts';

/**
 * Whether the person at a session is its owner: what outlasts the session asks for the password again (`origin_pw`).
 */
export function createPasswordConfirmation(deps: Deps) {
  const limits = createRateLimits(deps);
  /** @throws Problem `current_password_wrong`, `too_many_requests` */
  return async (caller: Caller, typed: string, ip: string): Promise<UserWithPolicies> => {
    await limits.take('password', { address: ip, account: String(caller.user) });
    const account = await deps.database.read(caller.company, (tx) => readAccount(tx, caller.user));
    if (!(await verifyPassword(typed, account?.user.passwordHash)) || !account)
      throw new Problem('current_password_wrong', { field: 'body.origin_pw' });
    return account;
  };
}
