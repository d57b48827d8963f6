import { and, count, eq, isNull } from 'drizzle-orm';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { recoveryCodes } from '@vigil/shared/platform/db/schema/accounts';
import { users } from '@vigil/shared/platform/db/schema/users';

/** The fields that are no secret and are written as they come. */
const profileColumns = {
  name: 'name',
  phone: 'phone',
  department: 'department',
  position: 'position',
  date_fmt_id: 'dateFmtId',
  time_zone_id: 'timeZoneId',
  lang_code: 'langCode',
} as const;

type PlainField = { name: keyof typeof profileColumns; value: string | number };

export const isPlainField = <F extends { name: string }>(field: F): field is Extract<F, PlainField> =>
  Object.hasOwn(profileColumns, field.name);

export const writeProfileField = (tx: Tx, user: UserPk, { name, value }: PlainField) =>
  tx
    .update(users)
    .set({ [profileColumns[name]]: value })
    .where(eq(users.pk, user));

export const writeEmail = (tx: Tx, user: UserPk, email: string) =>
  tx.update(users).set({ email }).where(eq(users.pk, user));

export async function countRecoveryCodes(tx: Tx, user: UserPk): Promise<number> {
  const [row] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userFk, user), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
