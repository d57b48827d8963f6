import type { UserPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';

/** What mails and decisions need of a user. */
export const userRecordColumns = {
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
  memberTypeId: users.memberTypeId,
  useApprovalFunction: users.useApprovalFunction,
  active: users.active,
  type: users.type,
  ticketFk: users.ticketFk,
  wallScreenFk: users.wallScreenFk,
};

export async function readUserRecord(tx: ReadTx, pk: UserPk) {
  const [row] = await tx.select(userRecordColumns).from(users).where(eq(users.pk, pk));
  return row;
}

export type UserRecord = NonNullable<Awaited<ReturnType<typeof readUserRecord>>>;
