import { and, asc, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { memberTypes } from '@vigil/shared/domain/member-types';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import type { Caller } from '../session/caller.ts';

/** Users of the company; the temporary accounts of tickets stand in no list and count for no limit (decision 38). */
export const isLasting = (): SQL => isNull(users.ticketFk);

/** Users who may decide requests for access: Managers and approvers who are active (spec 1 §6). */
export const mayDecide = (): SQL | undefined =>
  and(
    eq(users.active, true),
    ne(users.memberTypeId, memberTypes.partner),
    or(eq(users.type, 'Manager'), eq(users.useApprovalFunction, 1)),
  );

const person = {
  pk: users.pk,
  companyFk: users.companyFk,
  mgrid: users.mgrid,
  name: users.name,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  timeZoneId: users.timeZoneId,
  langCode: users.langCode,
  position: users.position,
  department: users.department,
  active: users.active,
  type: users.type,
  ticketFk: users.ticketFk,
};

export async function readPerson(tx: ReadTx, pk: UserPk) {
  const [row] = await tx.select(person).from(users).where(eq(users.pk, pk));
  return row;
}

export type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

async function findApprover(tx: ReadTx, pk: UserPk): Promise<Person | undefined> {
  const [row] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.pk, pk), mayDecide()));
  return row;
}

export const readAdministrators = async (tx: ReadTx): Promise<Person[]> =>
  await tx
    .select(person)
    .from(users)
    .where(and(eq(users.type, 'Manager'), mayDecide()))
    .orderBy(asc(users.pk));

async function readApproverOf(tx: ReadTx, user: UserPk): Promise<UserPk | null> {
  const [row] = await tx.select({ pk: users.approverFk }).from(users).where(eq(users.pk, user));
  return row?.pk ?? null;
}

/**
 * Who is asked to decide a request for access, or a ticket: the approver that the caller chose (0: none), or else the caller's own; without
 * one, all administrators (spec 3 §5, decision 106).
 * @throws Problem `approval_405`
 */
export async function chooseAsked(tx: ReadTx, caller: Caller, chosen: UserPk | 0 | undefined): Promise<Asked> {
  const wanted = chosen ?? (await readApproverOf(tx, caller.user));
  const named = wanted === null || wanted === 0 ? undefined : await findApprover(tx, wanted);
  // An own approver who may not decide any more stops nobody from asking; one who was chosen is told.
  if (!named && (chosen === undefined || chosen === 0)) return { approver: null, people: await readAdministrators(tx) };
  return { approver: checkApprover(named, caller), people: named ? [named] : [] };
}

interface Asked {
  /** Null: any administrator. */
  readonly approver: Person | null;
  readonly people: readonly Person[];
}

/** Only administrators may decide their own requests. @throws Problem `approval_405` */
function checkApprover(approver: Person | undefined, { user, flags }: Caller): Person {
  if (!approver || (approver.pk === user && !flags.isAdmin)) throw new Problem('approval_405');
  return approver;
}
