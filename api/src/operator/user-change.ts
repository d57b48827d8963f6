import { eq } from 'drizzle-orm';
import { MANAGER } from '@vigil/shared/domain/member-types';
import { commitChange, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { countOtherAdmins, lockUsers } from '../features/people/manager-queries.ts';
import { findUser } from './find.ts';
import type { Operator } from './operator.ts';

export type User = typeof users.$inferSelect;

export const wire = (user: User) => ({
  pk: user.pk,
  company: user.companyFk,
  id: user.mgrid,
  name: user.name,
  email: user.email,
  type: user.type,
  active: user.active,
  locked: user.lockedAt !== null,
  otp: user.otpConfirmedAt !== null,
});

/** Changes a user, found by the login ID, while no other change of the company's users is under way. */
export async function changeUser<T>(
  operator: Operator,
  id: string,
  work: (user: User, tx: WriteTx) => Promise<T>,
): Promise<T> {
  const { database, log } = operator;
  const { companyFk } = await database.asSystem((tx) => findUser(tx, id));
  return commitChange({ database, redis: await operator.redis(), log }, companyFk, async (tx) => {
    await lockUsers(tx, companyFk);
    const { pk } = await findUser(tx, id);
    const [user] = await tx.select().from(users).where(eq(users.pk, pk)).for('update');
    if (!user) throw new Error(`no user with the ID ${id}`);
    return work(user, tx);
  });
}

/** @throws Error for a change that would leave the company without an active administrator */
export async function assertAdminStays(tx: ReadTx, { pk, mgrid, type, active }: User): Promise<void> {
  if (type === MANAGER && active && (await countOtherAdmins(tx, pk)) === 0)
    throw new Error(`${mgrid} is the last active administrator of the company`);
}
