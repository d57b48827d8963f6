import { isPassword } from '@vigil/shared/platform/passwords';
import type { Deps } from '../deps.ts';
import { findAccount, type Account } from './accounts.ts';
import { createAttempts, type Attempt, type Attempts } from './attempts.ts';

export type PasswordCheck =
  | { matches: true; account: Account; attempt: Attempt }
  | { matches: false; attempt: Attempt };

export interface PasswordChecks {
  readonly attempts: Attempts;
  /** Whether an ID and a password belong together; a wrong one counts. The same work whether or not there is such an ID. */
  check(typedId: string, password: string): Promise<PasswordCheck>;
}

export function createPasswordChecks(deps: Deps): PasswordChecks {
  const attempts = createAttempts(deps);
  return {
    attempts,
    async check(typedId, password) {
      const account = await deps.database.asSystem((tx) => findAccount(tx, typedId));
      const attempt = await attempts.begin(typedId, account);
      const right = await isPassword(password, attempt.locked ? undefined : account?.user.passwordHash);
      if (!account || !right) return { matches: false, attempt: await attempts.fail(attempt, account?.user) };
      await attempts.takeBack(account.user);
      return { matches: true, account, attempt };
    },
  };
}
