import { Problem } from '@vigil/shared/contract/problems';
import { operatorActor } from '@vigil/shared/platform/audits';
import { commitChange, type ChangeStores, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { users } from '@vigil/shared/platform/db/schema/users';
import {
  finishAccountChange,
  type AccountChangeSideEffects,
  type AccountChangeContext,
} from '@vigil/shared/platform/users/user-life';
import { lockUserChanges, type User } from '@vigil/shared/platform/users/user-rows';
import { eq } from 'drizzle-orm';
import { requireUser } from './find.ts';
import type { OperatorDeps } from './operator.ts';

export const wireUser = (user: User) => ({
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

export const openChangeStores = async (
  operator: OperatorDeps,
): Promise<ChangeStores & Pick<OperatorDeps, 'database'>> => {
  const { database, log } = operator;
  return { database, redis: await operator.redis(), log };
};

/** Works on a user, found by the login ID, while no other change of the company's users is under way. */
export async function runExclusiveUserChange<T>(
  operator: OperatorDeps,
  id: string,
  work: (tx: ChangeTx, step: AccountChangeContext) => Promise<T>,
): Promise<T> {
  const { companyFk } = await operator.database.readAll((tx) => requireUser(tx, id));
  return commitChange(await openChangeStores(operator), companyFk, async (tx) => {
    await lockUserChanges(tx, companyFk);
    const { pk } = await requireUser(tx, id);
    const [user] = await tx.select().from(users).where(eq(users.pk, pk)).for('update');
    if (!user) throw new Error(`no user with the ID ${id}`);
    return work(tx, { user, by: operatorActor(companyFk), at: new Date(operator.now()) });
  });
}

/**
 * Takes a step of the life of a user. @returns the user after it
 * @throws Error for a change that would leave the company without an active administrator
 */
export async function applyAccountChange(
  operator: OperatorDeps,
  id: string,
  step: (tx: ChangeTx, of: AccountChangeContext) => Promise<AccountChangeSideEffects>,
): Promise<{ user: User; sessionsEnded: number; ticketsEnded: number }> {
  const taken = async (tx: ChangeTx, of: AccountChangeContext) => ({
    next: await step(tx, of),
    user: await requireUser(tx, id),
  });
  const { next, user } = await runExclusiveUserChange(operator, id, taken).catch((error: unknown) => {
    const isLastAdmin = error instanceof Problem && error.detail.detail === 'last_admin';
    throw isLastAdmin ? new Error(`${id} is the last active administrator of the company`) : error;
  });
  await finishAccountChange(await openChangeStores(operator), next);
  return { user, sessionsEnded: next.endedSessions ?? 0, ticketsEnded: next.endedTickets ?? 0 };
}
