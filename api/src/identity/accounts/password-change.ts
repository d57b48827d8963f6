import type { Bit } from '@vigil/shared/contract/device';
import type { SessionId, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { passwordLevelProblem } from '@vigil/shared/domain/new-user';
import { meetsPasswordRequirements, type PasswordRule } from '@vigil/shared/domain/password-rules';
import type { AuditActor } from '@vigil/shared/platform/audits';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword, verifyPassword } from '@vigil/shared/platform/passwords';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { revokeApiTokens } from '@vigil/shared/platform/users/revoke-api-tokens';
import { whereOtherSession } from '@vigil/shared/platform/users/session-queries';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { lockUnchangedAccount } from './accounts.ts';

/** @throws Problem `password_level0`…`password_level3` */
function assertPassword(typed: string, rule: PasswordRule): void {
  if (!meetsPasswordRequirements(typed, rule))
    throw new Problem(passwordLevelProblem(rule.level), { field: 'body.pw' });
}

/**
 * The hash of a password that may replace the user's own.
 * @throws Problem `password_level0`…`password_level3`, or `password_modified_error` when it is the one before
 */
export async function hashNewPassword(
  { passwordCost }: Pick<Deps, 'passwordCost'>,
  user: User,
  { typed, rule }: { typed: string; rule: PasswordRule },
): Promise<string> {
  assertPassword(typed, rule);
  if (await verifyPassword(typed, user.passwordHash))
    throw new Problem('password_modified_error', { field: 'body.pw' });
  return hashPassword(typed, passwordCost);
}

type Credentials = Pick<
  typeof users.$inferInsert,
  'passwordHash' | 'passwordChangedAt' | 'mustChange' | 'invitedUntil' | 'email' | 'pendingEmail' | 'emailVerifiedAt'
>;

/** Writes a new password or address. The links that open the account and the half sign-ins of before are void. */
export const writeCredentials = (tx: Tx, user: UserPk, credentials: Partial<Credentials>) =>
  tx
    .update(users)
    .set({ ...credentials, credentialVersion: sql`${users.credentialVersion} + 1` })
    .where(eq(users.pk, user));

interface StoredPassword {
  readonly hash: string;
  readonly at: Date;
  readonly keeps?: SessionId;
  readonly mustChange?: Bit;
  readonly emailVerifiedAt?: Date;
  readonly revokesTokens?: AuditActor;
}

/**
 * Writes a new password, with which the sessions of the user end. A waiting address may have been entered by a person
 * who knew the old password: it is dropped with it.
 * @param made `mustChange` 1 for a password that another person chose; `keeps` the session that stays open;
 * `revokesTokens` who takes the account back from whoever else may have had it, with which its API tokens go as well
 * @throws Problem `conflict` when the account was changed since `user` was read: the later of two changes would be the
 *   older one
 */
export async function storePassword(
  tx: ChangeTx,
  user: User,
  { hash, at, keeps, revokesTokens, ...made }: StoredPassword,
): Promise<void> {
  await lockUnchangedAccount(tx, user);
  await writeCredentials(tx, user.pk, {
    passwordHash: hash,
    passwordChangedAt: at,
    mustChange: 0,
    invitedUntil: null,
    pendingEmail: null,
    ...made,
  });
  await endSessions(tx, whereOtherSession(user.pk, keeps), {
    reason: 'password_changed',
    at,
  });
  if (revokesTokens) await revokeApiTokens(tx, user, revokesTokens);
}
