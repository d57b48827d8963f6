import { createHash } from 'node:crypto';
import type { Profile } from '@vigil/shared/contract/http/profile';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { lastDayOfLicence } from '@vigil/shared/domain/licence-periods';
import { isRenewed } from '@vigil/shared/domain/licences';
import { isByPassword } from '@vigil/shared/domain/session-life';
import { sightKey } from '@vigil/shared/domain/sight';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { users } from '@vigil/shared/platform/db/schema/users';
import { isOverLicence, readLicenceUse } from '@vigil/shared/platform/licence-gates';
import { readNonAdminSeats } from '@vigil/shared/platform/licences';
import { readPolicies, wirePasswordRule } from '@vigil/shared/platform/policies';
import { pickRightsColumns } from '@vigil/shared/platform/rights';
import type { Session as OpenSession } from '@vigil/shared/platform/sessions';
import { logoUrl } from '../../wire/logo.ts';
import { countUsableRecoveryCodes, findCompany, findUserRow, selectLicencesOfCompany } from './queries.ts';

type User = typeof users.$inferSelect;
type Session = Pick<OpenSession, 'user' | 'expiresAt' | 'kind' | 'flags' | 'isCorporate' | 'sight'>;

/** Changes with everything that decides which devices are listed, and how. */
const rightsOf = ({ flags, isCorporate, sight }: Session, { useApproval }: User): string =>
  createHash('sha256')
    .update(JSON.stringify([flags, isCorporate, sightKey(sight), useApproval]))
    .digest('base64url')
    .slice(0, RIGHTS_LENGTH);
const RIGHTS_LENGTH = 16;

async function readLicence(tx: ReadTx, company: CompanyPk): Promise<Profile['license']> {
  const rows = await selectLicencesOfCompany(tx, company);
  const at = new Date();
  const use = await readLicenceUse(tx, company, at);
  const seats = await readNonAdminSeats(tx, at);
  const timeZone = await readCompanyTimeZone(tx, company);
  const last = rows.at(-1);
  const primary = rows.findLast(({ startsAt, withdrawnAt }) => startsAt <= at && withdrawnAt === null);
  return {
    list: rows.map((row) => ({
      pay_pk: row.pk,
      pay_type: row.type,
      pay_expire: row.expiresAt.toISOString(),
      pay_dev_vol: row.deviceVolume,
      pay_lisence_ref: row.parentFk,
      linked: isRenewed(row, rows),
      expireTimeStamp: row.expiresAt.getTime(),
      isExpired: row.expiresAt <= at,
      manager_limit: row.nonAdminLimit,
      starts: row.startsAt.toISOString(),
    })),
    total: {
      vol: use.volume,
      lastestExpireDateString: last ? lastDayOfLicence(last.expiresAt, timeZone) : '',
      primaryProdType: primary?.type ?? '',
      managerLimit: seats.limit,
    },
    devices: use.devices,
    managers: seats.used,
    time_zone: timeZone,
    gate: isOverLicence(use) ? 1 : 0,
  };
}

/** The approver of the user's requests; empty without one. */
async function readApprover(tx: ReadTx, { approverFk }: User): Promise<Pick<Profile, 'approver_id' | 'approver_name'>> {
  const approver = approverFk === null ? undefined : await findUserRow(tx, approverFk);
  return { approver_id: approver?.mgrid ?? '', approver_name: approver?.name ?? '' };
}

async function readCompany(
  tx: ReadTx,
  company: CompanyPk,
  { isAdmin }: Session['flags'],
): Promise<Pick<Profile, 'company_name' | 'company_deletes_at' | 'logo_url' | 'bulk_confirm_over'>> {
  const row = await findCompany(tx, company);
  return {
    company_name: row?.name ?? '',
    company_deletes_at: (isAdmin && row?.deleteAt?.toISOString()) || null,
    logo_url: logoUrl(company, row?.logoChangedAt ?? null),
    bulk_confirm_over: row?.bulkConfirmOver ?? 0,
  };
}

/** The signed-in user as the screen needs one. */
export async function readProfileOf(tx: ReadTx, session: Session): Promise<Profile | null> {
  const user = await findUserRow(tx, session.user);
  if (!user) return null;
  const policies = await readPolicies(tx, user.companyFk);
  return {
    ...wireUser(user),
    ...(await readCompany(tx, user.companyFk, session.flags)),
    ...(await readApprover(tx, user)),
    recovery_codes_left: user.otpConfirmedAt === null ? 0 : await countUsableRecoveryCodes(tx, user.pk),
    ...wirePasswordRule(user.memberTypeId, policies),
    idle_time: policies.idleTime,
    file_transfer: policies.fileTransfer === 1 && user.disableFileTransfer === 0 ? 1 : 0,
    pictures: policies.pictures,
    license: await readLicence(tx, user.companyFk),
    rights: rightsOf(session, user),
    session_expires: new Date(session.expiresAt).toISOString(),
    is_invited: session.kind === 'invitation' || session.kind === 'ticket',
    is_temporary: session.kind === 'ticket',
    ...(session.kind === 'ticket' && user.validUntil ? { work_ends: user.validUntil.toISOString() } : {}),
    is_screen: session.kind === 'screen',
    by_password: isByPassword(session.kind),
  };
}

type OfUser = Omit<
  Profile,
  | 'company_name'
  | 'company_deletes_at'
  | 'logo_url'
  | 'approver_id'
  | 'approver_name'
  | 'recovery_codes_left'
  | 'password_level'
  | 'password_level_invalid'
  | 'password_max'
  | 'idle_time'
  | 'file_transfer'
  | 'pictures'
  | 'bulk_confirm_over'
  | 'license'
  | 'rights'
  | 'session_expires'
  | 'is_invited'
  | 'is_temporary'
  | 'work_ends'
  | 'is_screen'
  | 'by_password'
>;

function wireUser(user: User): OfUser {
  return {
    ...pickRightsColumns(user),
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
    flag_refresh: user.flagRefresh,
    flag_img_refresh: user.flagImgRefresh,
    refresh_interval: user.refreshInterval,
    img_refresh_interval: user.imgRefreshInterval,
    flag_recept_mail: user.flagReceptMail,
    quiet_hours: user.quietHours,
  };
}
