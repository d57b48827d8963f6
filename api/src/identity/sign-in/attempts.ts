import { createHash } from 'node:crypto';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { users } from '@vigil/shared/platform/db/schema/users';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from '../accounts/account-mail.ts';
import type { UserWithPolicies } from '../accounts/accounts.ts';
import { createDecoyPolicies } from './decoy-policies.ts';

/** The count of wrong passwords and codes for an ID. */
export interface SignInLockoutState {
  /** 0: never locked. */
  readonly limit: number;
  readonly count: number;
  readonly locked: boolean;
  readonly selfUnlock: number;
}

export type SignInLockoutCounter = ReturnType<typeof createLockoutCounter>;

const REMEMBER_S = 30 * 24 * 3_600;

/**
 * Counts wrong passwords and codes until an account is locked. Each attempt is counted before it is checked, and taken
 * back when it was right, so that simultaneous guesses are all counted. An unknown ID is counted, and "locked", just
 * like one that exists.
 */
export function createLockoutCounter(deps: Deps) {
  const { redis, now } = deps;
  const { mailLink, mailLocked } = createAccountMails(deps);
  const decoyPolicies = createDecoyPolicies(deps);

  const beginKnown = async ({ user, policies }: UserWithPolicies): Promise<SignInLockoutState> => {
    const { blockNum: limit, selfUnlock } = policies;
    const [row] = await commitChange(deps, user.companyFk, (tx) =>
      tx
        .update(users)
        .set({ failureCount: sql`${users.failureCount} + 1` })
        .where(and(eq(users.pk, user.pk), isNull(users.lockedAt)))
        .returning({ count: users.failureCount }),
    );
    if (!row) return { limit, count: limit, locked: true, selfUnlock };
    const locked = limit > 0 && row.count > limit;
    return { limit, count: locked ? limit : row.count, locked, selfUnlock };
  };

  const beginUnknown = async (typedId: string): Promise<SignInLockoutState> => {
    const { blockNum: limit, selfUnlock } = await decoyPolicies(typedId);
    const key = redisKeys.failures(createHash('sha256').update(typedId).digest('base64url'));
    const count = await redis.commands.incr(key);
    await redis.commands.expire(key, REMEMBER_S);
    const locked = limit > 0 && count > limit;
    return { limit, count: locked ? limit : count, locked, selfUnlock };
  };

  /** Tells the owner, with the way back if the company allows it. */
  const mailNotice = async (tx: ChangeTx, user: User, selfUnlock: number): Promise<void> => {
    if (user.email === '' || user.emailVerifiedAt === null || !user.active) return;
    await (selfUnlock === 1 ? mailLink(tx, { kind: 'unlock', user, isNotice: true }) : mailLocked(tx, user));
  };

  return {
    /** Counts one attempt. An attempt on a locked account must fail, even with the right password. */
    begin: (typedId: string, account: UserWithPolicies | undefined): Promise<SignInLockoutState> =>
      account ? beginKnown(account) : beginUnknown(typedId),
    /** A wrong attempt: the last one that the limit allows locks the account. */
    async fail(attempt: SignInLockoutState, user: User | undefined): Promise<SignInLockoutState> {
      const locked = attempt.locked || (attempt.limit > 0 && attempt.count >= attempt.limit);
      if (locked && user) {
        const unlocked = and(eq(users.pk, user.pk), isNull(users.lockedAt));
        await commitChange(deps, user.companyFk, async (tx) => {
          const lockedAt = new Date(now());
          const changed = await tx.update(users).set({ lockedAt }).where(unlocked).returning({ pk: users.pk });
          if (changed.length > 0) await mailNotice(tx, user, attempt.selfUnlock);
        });
      }
      return { ...attempt, locked };
    },
    /** A right attempt before further steps: it is not counted, the earlier ones still are. */
    uncount: (user: User) =>
      commitChange(deps, user.companyFk, (tx) =>
        tx
          .update(users)
          .set({ failureCount: sql`greatest(${users.failureCount} - 1, 0)` })
          .where(eq(users.pk, user.pk)),
      ),
    /** Every step is passed. */
    forget: (user: User) =>
      commitChange(deps, user.companyFk, (tx) =>
        tx.update(users).set({ failureCount: 0 }).where(eq(users.pk, user.pk)),
      ),
  };
}
