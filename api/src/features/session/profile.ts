import type { Profile } from '@vigil/shared/contract/http/session';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { passwordLevelOf, readPolicies } from '@vigil/shared/platform/policies';
import type { SessionRecord } from '@vigil/shared/platform/sessions';
import { logoUrl } from '../../wire/logo.ts';
import { rightsRecordOf } from '../../access/rights.ts';
import { countRecoveryCodes, findCompany, findUser, selectLicences } from './queries.ts';

type User = typeof users.$inferSelect;
type Session = Pick<SessionRecord, 'user' | 'expiresAt' | 'kind'>;

async function readLicence(tx: Tx, company: CompanyPk): Promise<Profile['license']> {
  const rows = await selectLicences(tx, company);
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

/** The approver of the user's requests; empty without one. */
async function readApprover(tx: Tx, { approverFk }: User): Promise<Pick<Profile, 'approver_id' | 'approver_name'>> {
  const approver = approverFk === null ? undefined : await findUser(tx, approverFk);
  return { approver_id: approver?.mgrid ?? '', approver_name: approver?.name ?? '' };
}

async function readCompany(tx: Tx, company: CompanyPk): Promise<Pick<Profile, 'company_name' | 'logo_url'>> {
  const row = await findCompany(tx, company);
  return { company_name: row?.name ?? '', logo_url: logoUrl(company, row?.logoChangedAt ?? null) };
}

/** The signed-in user as the screen needs one. */
export async function readProfileOf(tx: Tx, session: Session): Promise<Profile | null> {
  const user = await findUser(tx, session.user);
  if (!user) return null;
  const policies = await readPolicies(tx, user.companyFk);
  return {
    ...wireUser(user),
    ...(await readCompany(tx, user.companyFk)),
    ...(await readApprover(tx, user)),
    recovery_codes_left: user.otpConfirmedAt === null ? 0 : await countRecoveryCodes(tx, user.pk),
    password_level: passwordLevelOf(user.memberTypeId, policies),
    idle_time: policies.idleTime,
    license: await readLicence(tx, user.companyFk),
    session_expires: new Date(session.expiresAt).toISOString(),
    is_invited: session.kind === 'invitation',
  };
}

type OfUser = Omit<
  Profile,
  | 'company_name'
  | 'logo_url'
  | 'approver_id'
  | 'approver_name'
  | 'recovery_codes_left'
  | 'password_level'
  | 'idle_time'
  | 'license'
  | 'session_expires'
  | 'is_invited'
>;

function wireUser(user: User): OfUser {
  return {
    ...rightsRecordOf(user),
    pk: user.pk,
    company_fk: user.companyFk,
    mgrid: user.mgrid,
    name: user.name,
    email: user.email,
    pending_email: user.pendingEmail ?? '',
    phone: user.phone,
    department: user.department,
    position: user.position,
    use_approval: user.useApproval,
    flag_use_otp: user.flagUseOtp,
    otp_confirmed: user.otpConfirmedAt !== null,
    time_zone_id: user.timeZoneId,
    date_fmt_id: user.dateFmtId,
    lang_code: user.langCode,
    refresh_interval: user.refreshInterval,
    img_refresh_interval: user.imgRefreshInterval,
  };
}
