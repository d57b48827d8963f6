import { asc, eq } from 'drizzle-orm';
import type { Profile } from '@vigil/shared/contract/http/session';
import { CompanyPk, UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { rightsRecordOf } from '../../plugins/rights.ts';

type User = typeof users.$inferSelect;

async function readLicence(tx: Tx, company: number): Promise<Profile['license']> {
  const rows = await tx.select().from(licences).where(eq(licences.companyFk, company)).orderBy(asc(licences.expiresAt));
  const latest = rows.at(-1);
  return {
    list: rows.map((row) => ({
      pay_pk: row.pk,
      pay_type: row.type,
      pay_expire: row.expiresAt.toISOString(),
      pay_dev_vol: row.deviceVolume,
    })),
    total: {
      vol: rows.filter((row) => row.expiresAt > new Date()).reduce((sum, row) => sum + row.deviceVolume, 0),
      lastestExpireDateString: latest?.expiresAt.toISOString().slice(0, 10) ?? '',
      primaryProdType: latest?.type ?? '',
      managerLimit: Math.max(0, ...rows.map((row) => row.managerLimit)),
    },
  };
}

/** The signed-in user as the screen needs one. */
export async function readProfileOf(tx: Tx, userPk: UserPk, sessionExpires: number): Promise<Profile | null> {
  const [row] = await tx
    .select()
    .from(users)
    .innerJoin(companies, eq(companies.pk, users.companyFk))
    .where(eq(users.pk, userPk));
  if (!row) return null;
  return {
    ...wireUser(row.users),
    company_name: row.companies.name,
    license: await readLicence(tx, row.users.companyFk),
    session_expires: new Date(sessionExpires).toISOString(),
  };
}

function wireUser(user: User): Omit<Profile, 'company_name' | 'license' | 'session_expires'> {
  return {
    ...rightsRecordOf(user),
    pk: UserPk.parse(user.pk),
    company_fk: CompanyPk.parse(user.companyFk),
    mgrid: user.mgrid,
    name: user.name,
    email: user.email,
    phone: user.phone,
    department: user.department,
    position: user.position,
    use_approval: user.useApproval,
    flag_use_otp: user.flagUseOtp,
    time_zone_id: user.timeZoneId,
    date_fmt_id: user.dateFmtId as Profile['date_fmt_id'],
    lang_code: user.langCode as Profile['lang_code'],
    refresh_interval: user.refreshInterval,
    img_refresh_interval: user.imgRefreshInterval,
  };
}
