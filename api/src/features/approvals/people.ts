import { and, asc, eq } from 'drizzle-orm';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { mayDecide } from '../../access/approvers.ts';
import type { Caller } from '../../session/session.ts';

const person = {
  pk: users.pk,
  mgrid: users.mgrid,
  name: users.name,
  email: users.email,
  timeZoneId: users.timeZoneId,
  langCode: users.langCode,
};

export async function readPerson(tx: Tx, pk: UserPk) {
  const [row] = await tx.select(person).from(users).where(eq(users.pk, pk));
  return row;
}

export type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

async function findApprover(tx: Tx, pk: UserPk): Promise<Person | undefined> {
  const [row] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.pk, pk), mayDecide()));
  return row;
}

async function firstAdministrator(tx: Tx): Promise<Person | undefined> {
  const [row] = await tx
    .select(person)
    .from(users)
    .where(and(eq(users.type, 'Manager'), mayDecide()))
    .orderBy(asc(users.pk))
    .limit(1);
  return row;
}

/**
 * Who is to decide: whom the caller chose, or else the caller's own approver, or else an administrator (spec 3 §5).
 * Nobody but an administrator decides about themselves.
 * @throws Problem `approval_405`
 */
export async function chooseApprover(tx: Tx, caller: Caller, chosen: UserPk | undefined): Promise<Person> {
  const own = async () => {
    const [row] = await tx.select({ pk: users.approverFk }).from(users).where(eq(users.pk, caller.user));
    return row?.pk ? findApprover(tx, row.pk) : undefined;
  };
  const approver =
    chosen === undefined ? ((await own()) ?? (await firstAdministrator(tx))) : await findApprover(tx, chosen);
  if (!approver || (approver.pk === caller.user && !caller.flags.isAdmin)) throw new Problem('approval_405');
  return approver;
}
