import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { partnerApplications } from '@vigil/shared/platform/db/schema/partner-applications';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readPolicies, type CompanyPolicies } from '@vigil/shared/platform/policies';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';

/** An account, and the policies of its company for signing in. */
export interface UserWithPolicies {
  readonly user: User;
  readonly policies: CompanyPolicies;
}

async function withPolicies(tx: ReadTx, user: User | undefined): Promise<UserWithPolicies | undefined> {
  if (!user) return undefined;
  return { user, policies: await readPolicies(tx, user.companyFk) };
}

/**
 * Login IDs that differ only in this are one for those who read them, so that no new one may be given
 * (infra/decisions/login-ids.md).
 */
export const foldLoginIdCase = (mgrid: string): string => mgrid.toLowerCase();

/** Whether any company has an account with this login ID, in upper or lower case. */
export async function isLoginTaken(tx: ReadTx, mgrid: string): Promise<boolean> {
  const [row] = await tx.execute<{ taken: boolean }>(sql`select is_login_taken(${mgrid}) as taken`);
  return row?.taken === true;
}

/**
 * By login ID, in the scope of its company (`companyLookups.login`). IDs are compared as they were typed at sign-up:
 * older ones may differ in case only.
 */
export async function findAccountByLogin(tx: ReadTx, mgrid: string): Promise<UserWithPolicies | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.mgrid, mgrid));
  return withPolicies(tx, user);
}

/** An approved partner: has a password, but no account of a company (spec 1 §4). */
export async function findApprovedPartner(tx: ReadTx, mgrid: string): Promise<{ passwordHash: string } | undefined> {
  const [partner] = await tx
    .select({ passwordHash: partnerApplications.passwordHash })
    .from(partnerApplications)
    .where(and(eq(partnerApplications.mgrid, mgrid), eq(partnerApplications.state, 'approved')))
    .limit(1);
  return partner;
}

export async function readAccount(tx: ReadTx, pk: UserPk): Promise<UserWithPolicies | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.pk, pk));
  return withPolicies(tx, user);
}

/**
 * Locks an account whose password was checked before: the check takes long, and another change may have come first.
 * @throws Problem `conflict` when the account has another password or address by now, or was deleted
 */
export async function lockUnchangedAccount(tx: Tx, { pk, credentialVersion }: Pick<User, 'pk' | 'credentialVersion'>) {
  const [current] = await tx
    .select({ version: users.credentialVersion })
    .from(users)
    .where(eq(users.pk, pk))
    .for('update');
  if (current?.version !== credentialVersion) throw new Problem('conflict');
}

/** The login IDs of the active accounts of an e-mail address, over all companies. */
export async function findLoginIds(tx: ReadTx, email: string): Promise<string[]> {
  const rows = await tx.execute<{ mgrid: string }>(sql`select logins_of_email(${email}) as mgrid`);
  return rows.map((row) => row.mgrid);
}

/**
 * The first active user of a company with an e-mail address that is confirmed (in the scope of `companyLookups.email`),
 * or is not (`companyLookups.unconfirmedEmail`); an address that is not confirmed may be anyone's.
 */
export async function findUserByEmail(tx: ReadTx, email: string, { isConfirmed }: { isConfirmed: boolean }) {
  const [user] = await tx
    .select()
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = ${email.toLowerCase()} and ${users.email} <> '' and ${users.active}`,
        isConfirmed ? isNotNull(users.emailVerifiedAt) : isNull(users.emailVerifiedAt),
      ),
    )
    .orderBy(users.mgrid)
    .limit(1);
  return user;
}
