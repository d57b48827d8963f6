import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import { takePasswordPlace, verifyPassword, type PasswordAsker } from '@vigil/shared/platform/passwords';
import type { Deps } from '../../deps.ts';
import { findAccountByLogin, findApprovedPartner, type UserWithPolicies } from '../accounts/accounts.ts';
import { createLockoutCounter, type SignInLockoutState, type SignInLockoutCounter } from './attempts.ts';
import { createProgressiveDelays } from './progressive-delay.ts';

export type PasswordMatchResult =
  | { matches: true; account: UserWithPolicies; attempt: SignInLockoutState }
  /** `isPartner`: the password was right, and the ID is that of a partner without an account. */
  | {
      matches: false;
      /** Undefined for an ID that does not exist. */
      account: UserWithPolicies | undefined;
      attempt: SignInLockoutState;
      /** It was locked before this attempt. */
      wasLocked: boolean;
      isPartner: boolean;
      retryAfterS: number | undefined;
    };

export interface PasswordChecker {
  readonly attempts: SignInLockoutCounter;
  /**
   * Whether an ID and a password match; a mismatch is counted. Does the same work whether or not the ID exists.
   * @throws Problem `too_many_requests` while the client has to wait after earlier mismatches, `passwords_busy`
   */
  check(typed: { id: string; password: string; address: string; asker: PasswordAsker }): Promise<PasswordMatchResult>;
}

export function createPasswordChecker(deps: Deps): PasswordChecker {
  const attempts = createLockoutCounter(deps);
  const waits = createProgressiveDelays(deps);
  /** Who is refused because many others wait has made no attempt. @throws Problem `passwords_busy` */
  const beginAndTakePlace = async (id: string, address: string, asker: PasswordAsker): Promise<Disposable> => {
    await waits.begin(id, address);
    try {
      return takePasswordPlace(asker);
    } catch (cause) {
      await waits.undo(id, address);
      throw cause;
    }
  };
  return {
    attempts,
    async check({ id: typedId, password, address, asker }) {
      using place = await beginAndTakePlace(typedId, address, asker);
      const { account, partner } = await deps.database.readOf(companyLookups.login(typedId), async (tx) => ({
        account: await findAccountByLogin(tx, typedId),
        partner: await findApprovedPartner(tx, typedId),
      }));
      const attempt = await attempts.begin(typedId, account);
      const hash = account ? account.user.passwordHash : partner?.passwordHash;
      const right = await verifyPassword(password, attempt.locked ? undefined : hash, place);
      const retryAfterS = right ? undefined : await waits.fail(typedId, address);
      if (!account || !right) {
        const failed = await attempts.fail(attempt, account?.user);
        const isPartner = !account && right;
        return { matches: false, account, attempt: failed, wasLocked: attempt.locked, isPartner, retryAfterS };
      }
      await waits.forget(typedId, address);
      await attempts.uncount(account.user);
      return { matches: true, account, attempt };
    },
  };
}
