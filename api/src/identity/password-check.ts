import { isPassword } from '@vigil/shared/platform/passwords';
import type { Deps } from '../deps.ts';
import { findAccount, findPartner, type Account } from './accounts.ts';
import { createAttempts, type Attempt, type Attempts } from './attempts.ts';

export type PasswordCheck =
  | { matches: true; account: Account; attempt: Attempt }
  /** `isPartner`: the password was right, and the ID is that of a partner without an account. */
  | { matches: false; attempt: Attempt; isPartner: boolean };

export interface PasswordChecks {
  readonly attempts: Attempts;
  /** Whether an ID and a password match; a mismatch is counted. Does the same work whether or not the ID exists. */
  check(typedId: string, password: string): Promise<PasswordCheck>;
}

export function createPasswordChecks(deps: Deps): PasswordChecks {
  const attempts = createAttempts(deps);
  return {
    attempts,
    async check(typedId, password) {
      const { account, partner } = await deps.database.asSystem(async (tx) => ({
        account: await findAccount(tx, typedId),
        partner: await findPartner(tx, typedId),
      }));
      const attempt = await attempts.begin(typedId, account);
      const hash = account ? account.user.passwordHash : partner?.passwordHash;
      const right = await isPassword(password, attempt.locked ? undefined : hash);
      if (!account || !right)
        return { matches: false, attempt: await attempts.fail(attempt, account?.user), isPartner: right };
      await attempts.takeBack(account.user);
      return { matches: true, account, attempt };
    },
  };
}
