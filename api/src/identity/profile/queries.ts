import type { Bit } from '@vigil/shared/contract/device';
import type { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import type { QuietHours } from '@vigil/shared/contract/quiet-hours';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { recoveryCodes } from '@vigil/shared/platform/db/schema/accounts';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, count, eq, gt, isNotNull, isNull } from 'drizzle-orm';

/** The fields that are no secret and are written as they come. */
const profileColumns = {
  name: 'name',
  phone: 'phone',
  department: 'department',
  position: 'position',
  date_fmt_id: 'dateFmtId',
  time_zone_id: 'timeZoneId',
  lang_code: 'langCode',
  flag_recept_mail: 'flagReceptMail',
  quiet_hours: 'quietHours',
  flag_refresh: 'flagRefresh',
  flag_img_refresh: 'flagImgRefresh',
  refresh_interval: 'refreshInterval',
  img_refresh_interval: 'imgRefreshInterval',
} as const;

type PlainField = { name: keyof typeof profileColumns; value: string | number | QuietHours | null };

export const writeProfileField = (tx: Tx, user: UserPk, { name, value }: PlainField) =>
  tx
    .update(users)
    .set({ [profileColumns[name]]: value })
    .where(eq(users.pk, user));

export const writePendingEmail = (tx: Tx, user: UserPk, pendingEmail: string | null) =>
  tx.update(users).set({ pendingEmail }).where(eq(users.pk, user));

/** The unused codes that the user has kept. */
export async function countUsableRecoveryCodes(tx: ReadTx, user: UserPk): Promise<number> {
  const [row] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userFk, user), isNotNull(recoveryCodes.keptAt), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Sets whether sign-in asks the user for a one-time code. */
export const writeCodeRequired = (tx: Tx, user: UserPk, flagUseOtp: Bit) =>
  tx.update(users).set({ flagUseOtp }).where(eq(users.pk, user));

export const selectLicencesOfCompany = (tx: ReadTx, company: CompanyPk) =>
  tx
    .select()
    .from(licences)
    // One that was withdrawn before its start never was in force.
    .where(and(eq(licences.companyFk, company), gt(licences.expiresAt, licences.startsAt)))
    .orderBy(asc(licences.expiresAt));

export async function findUserRow(tx: ReadTx, pk: UserPk) {
  const [user] = await tx.select().from(users).where(eq(users.pk, pk));
  return user;
}

export async function findCompany(tx: ReadTx, pk: CompanyPk) {
  const [row] = await tx
    .select({
      name: companies.name,
      logoChangedAt: companies.logoChangedAt,
      bulkConfirmOver: companies.bulkConfirmOver,
      deleteAt: companies.deleteAt,
    })
    .from(companies)
    .where(eq(companies.pk, pk));
  return row;
}
