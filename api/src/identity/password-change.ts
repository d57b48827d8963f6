import type { UserPk } from '@vigil/shared/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import type { PasswordLevel } from '@vigil/shared/contract/credentials';
import { isPasswordGoodEnough } from '@vigil/shared/domain/password-rules';
import type { Tx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword, isPassword } from '@vigil/shared/platform/passwords';
import type { User } from './accounts.ts';

const levelProblems: { readonly [L in PasswordLevel]: ProblemCode } = {
  0: 'password_level0',
  1: 'password_level1',
  2: 'password_level2',
  3: 'password_level3',
};

/**
 * The hash of a password that may replace the user's own.
 * @throws Problem `password_level0`…`password_level3`, or `password_modified_error` when it is the one before
 */
export async function hashNewPassword(user: User, typed: string, level: PasswordLevel): Promise<string> {
  if (!isPasswordGoodEnough(typed, level)) throw new Problem(levelProblems[level], { field: 'body.pw' });
  if (await isPassword(typed, user.passwordHash)) throw new Problem('password_modified_error', { field: 'body.pw' });
  return hashPassword(typed);
}

type Credentials = Pick<
  typeof users.$inferInsert,
  'passwordHash' | 'passwordChangedAt' | 'email' | 'pendingEmail' | 'emailVerifiedAt'
>;

/** Writes a new password or address. The links that open the account and the half sign-ins of before are void. */
export const writeCredentials = (tx: Tx, user: UserPk, credentials: Partial<Credentials>) =>
  tx
    .update(users)
    .set({ ...credentials, credentialVersion: sql`${users.credentialVersion} + 1` })
    .where(eq(users.pk, user));

export const writePassword = (tx: Tx, user: UserPk, passwordHash: string, at: Date) =>
  writeCredentials(tx, user, { passwordHash, passwordChangedAt: at });
