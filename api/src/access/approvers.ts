import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { isOnlyAdministrator } from '@vigil/shared/platform/approval-queries';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { whereDecidesRequests } from '@vigil/shared/platform/users/user-scope';
import { and, asc, eq } from 'drizzle-orm';
import type { Caller } from '../identity/sessions/caller.ts';
import { userRecordColumns, type UserRecord } from './user-records.ts';

async function findApprover(tx: ReadTx, pk: UserPk): Promise<UserRecord | undefined> {
  const [row] = await tx
    .select(userRecordColumns)
    .from(users)
    .where(and(eq(users.pk, pk), whereDecidesRequests()));
  return row;
}

export const readDecidingAdministrators = async (tx: ReadTx): Promise<UserRecord[]> =>
  await tx
    .select(userRecordColumns)
    .from(users)
    .where(and(eq(users.type, ADMINISTRATOR_TYPE), whereDecidesRequests()))
    .orderBy(asc(users.pk));

/** Nobody decides what they ask for themselves, except the only active administrator (decision 134). */
export const decidesOwnRequests = (tx: ReadTx, { user, flags }: Pick<Caller, 'user' | 'flags'>): Promise<boolean> =>
  isOnlyAdministrator(tx, { user, isAdmin: flags.isAdmin });

/** How the audit marks a decision about an own request. */
export const OWN_REQUEST_MARK = '(own request, decided by the only administrator)';

async function readApproverOf(tx: ReadTx, user: UserPk): Promise<UserPk | null> {
  const [row] = await tx.select({ pk: users.approverFk }).from(users).where(eq(users.pk, user));
  return row?.pk ?? null;
}

interface Deciders {
  /** Null: any administrator. */
  readonly approver: UserRecord | null;
  readonly deciders: readonly UserRecord[];
}

/**
 * Who decides the requests of a user: their own approver while that one may decide requests, or else all
 * administrators.
 */
export async function readDecidersOf(tx: ReadTx, user: UserPk): Promise<Deciders> {
  const own = await readApproverOf(tx, user);
  const approver = own === null ? undefined : await findApprover(tx, own);
  return approver
    ? { approver, deciders: [approver] }
    : { approver: null, deciders: await readDecidingAdministrators(tx) };
}

/**
 * Who is asked to decide a request for access, or a ticket: the approver that the caller chose (0: none), or else the
 * caller's own; without one, all administrators (spec 3 §5, decision 106).
 * @throws Problem `approval_405`
 */
export async function chooseDeciders(tx: ReadTx, caller: Caller, chosen: UserPk | 0 | undefined): Promise<Deciders> {
  const isOwn = ({ pk }: UserRecord) => pk === caller.user;
  const decidesOwn = await decidesOwnRequests(tx, caller);
  const all = async (): Promise<Deciders> => {
    const administrators = await readDecidingAdministrators(tx);
    return { approver: null, deciders: administrators.filter((one) => decidesOwn || !isOwn(one)) };
  };
  if (chosen === 0) return all();
  // An own approver who may not decide any more stops nobody from asking; one who was chosen is told.
  if (chosen === undefined) {
    const own = await readDecidersOf(tx, caller.user);
    return own.approver && (decidesOwn || !isOwn(own.approver)) ? own : all();
  }
  const approver = await findApprover(tx, chosen);
  if (!approver || (isOwn(approver) && !decidesOwn)) throw new Problem('approval_405');
  return { approver, deciders: [approver] };
}
