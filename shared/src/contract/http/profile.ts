import * as z from 'zod';
import { Bit } from '../device.ts';
import { EmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { CompanyPk, LicencePk, UserPk } from '../ids.ts';
import { languages } from '../languages.ts';
import { REFRESH_INTERVAL_S_RANGE } from '../limits.ts';
import { cleanName, normalizeText } from '../patterns.ts';
import { QuietHours } from '../quiet-hours.ts';
import * as accounts from '../routes/accounts.ts';
import { OneTimeCode, passwordRuleFields, TypedPassword } from '../sign-in-fields.ts';
import { TIME_ZONE_COUNT } from '../user-defaults.ts';

/** 0 YYYY/MM/DD, 1 MM/DD/YYYY, 2 DD/MM/YYYY (spec 1 §3). */
export const DateFormatId = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** The signed-in user, with the rights that decide which controls are offered. */
export const Profile = z.object({
  pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  email: z.string(),
  /** The address that waits to be confirmed by its owner; empty without one. */
  pending_email: z.string(),
  phone: z.string(),
  department: z.string(),
  position: z.string(),
  type: z.string(),
  member_type_id: z.int(),
  company_fk: CompanyPk,
  company_name: z.string(),
  /**
   * When the account of the company will be deleted; for administrators. Null without a request, absent in answers of a
   * server of the version before.
   */
  company_deletes_at: z.iso.datetime().nullable().optional(),
  auth_val: z.int(),
  auth_remotecontrol: z.int(),
  auth_devicemanagement: z.int(),
  auth_filemanager: z.int(),
  auth_remoteview: z.int(),
  auth_update: z.int(),
  auth_thumbnailview: z.int(),
  auth_restart: z.int(),
  use_approval_function: z.int(),
  disable_filetransfer: z.int(),
  use_approval: z.int(),
  approver_id: z.string(),
  approver_name: z.string(),
  flag_use_otp: z.int(),
  /** Whether an authenticator is set up; without one, codes that are on wait for it. */
  otp_confirmed: z.boolean(),
  /** Number of unused recovery codes; 0 before one-time codes are set up. */
  recovery_codes_left: z.int(),
  ...passwordRuleFields,
  /** Path of the company's logo, or empty for the product's own. */
  logo_url: z.string(),
  /** Minutes without activity after which the screen signs out; 0 = never. */
  idle_time: z.int(),
  /** 0: file transfer is off for the company, or for this user. */
  file_transfer: Bit,
  /** 0: the company shows no screens of its devices. */
  pictures: Bit,
  /** A request that changes more devices than this needs the confirmation of their number. */
  bulk_confirm_over: z.int(),
  time_zone_id: z.int(),
  date_fmt_id: DateFormatId,
  lang_code: z.enum(languages),
  /** 0: usage is not refreshed, but states are. */
  flag_refresh: Bit,
  /** 0: only stored frames are shown. */
  flag_img_refresh: Bit,
  /** Seconds between two readings of usage while there is no socket; over a socket it arrives as it is measured. */
  refresh_interval: z.int(),
  /** Seconds between two frames, at most 60. */
  img_refresh_interval: z.int(),
  /** 1: incidents of the devices in sight are told by mail, to a confirmed address. */
  flag_recept_mail: Bit,
  /**
   * When this user is told of no incident: mails wait for their end. Absent in answers of a server of the version
   * before.
   */
  quiet_hours: QuietHours.nullable().optional(),
  license: z.object({
    list: z.array(
      z.object({
        pay_pk: LicencePk,
        pay_type: z.string(),
        /** The instant at which it is over; screens show the day before in `time_zone` (decision 86). */
        pay_expire: z.iso.datetime(),
        pay_dev_vol: z.int(),
        /** The licence that it renews; null for none. */
        pay_lisence_ref: LicencePk.nullable(),
        /** Whether another one renews it, so that it cannot be renewed again. */
        linked: z.boolean(),
        /** `pay_expire` in milliseconds since 1970. */
        expireTimeStamp: z.int(),
        isExpired: z.boolean(),
        manager_limit: z.int(),
        /** A renewal starts when the licence before it ends. */
        starts: z.iso.datetime(),
      }),
    ),
    total: z.object({
      vol: z.int(),
      lastestExpireDateString: z.string(),
      primaryProdType: z.string(),
      managerLimit: z.int(),
    }),
    /** All devices of the company. */
    devices: z.int(),
    /** Its users besides administrators, of whom `total.managerLimit` are admitted. */
    managers: z.int(),
    /** IANA name of the company's time zone. */
    time_zone: z.string(),
    /** 1 while these are more than `total.vol`: the company is blocked by its licence. */
    gate: Bit,
  }),
  /**
   * Another text when the rights or the visible groups are other ones: what a client keeps is valid for these rights
   * only.
   */
  rights: z.string(),
  /** When the session ends if it is not used again. */
  session_expires: z.iso.datetime(),
  /**
   * The session was opened by an invitation, or is of a temporary account: it has the user's rights, but may not change
   * the account.
   */
  is_invited: z.boolean(),
  /**
   * The account of an access ticket, which sees the devices of the ticket and controls them remotely until the work
   * ends.
   */
  is_temporary: z.boolean(),
  /** When the work of the ticket ends; of temporary accounts only. */
  work_ends: z.iso.datetime().optional(),
  /** A wall screen: it shows devices, and may do nothing. Absent in answers of a server of the version before. */
  is_screen: z.boolean().optional(),
  /** The session began with a password, so that it may make sign-in links. */
  by_password: z.boolean(),
});

export type Profile = z.infer<typeof Profile>;

/**
 * As of users: composed, and for a name checked by `passesBasicNameCheck`, which refuses what `cleanName` leaves out.
 */
const displayName = z.string().overwrite(normalizeText).max(100);
const text = z.string().overwrite(cleanName).max(100);

const Switch = z.union([z.literal(0), z.literal(1)]);

/** Seconds. */
export const RefreshInterval = z.int().min(REFRESH_INTERVAL_S_RANGE.least).max(REFRESH_INTERVAL_S_RANGE.most);

export const readProfile = endpoint(accounts.readProfile, {
  whileGated: true,
  summary: 'Read the signed-in user',
  objects: z.array(Profile),
});

/**
 * Changes one field. `pw` ends every other session; `flag_use_otp` 1 requires the authenticator at the next sign-in, 0
 * removes it; `flag_create_qrcode` false resets it. Both answer with `otp_setup`, the text of the QR code of a new
 * authenticator, which `otp_code` confirms with its first code within ten minutes. Until then a reset leaves the old
 * authenticator and its recovery codes valid; a user without one sets it up at the next sign-in. `email` receives the
 * mails that open the account as soon as its owner confirms it, and the old address cancels the change;
 * `recovery_codes` creates new codes. All of them need the current password, so that an unattended screen is not enough
 * to take over the account. `recovery_codes_kept` ends the codes before the newest ones, which are valid until then.
 * @throws Problem `name_requirement`, `name_invalid`, `invalid_otp`, `password_modified_error`,
 *   `current_password_wrong`, `password_level0`…`password_level3`, `email-invalid`
 */
export const updateProfile = endpoint(accounts.updateProfile, {
  audits: { none: 'of their own account' },
  whileGated: true,
  summary: 'Change one field of the signed-in user',
  body: z.discriminatedUnion('name', [
    z.object({ name: z.literal('name'), value: displayName }),
    z.object({ name: z.literal('phone'), value: text }),
    z.object({ name: z.literal('department'), value: text }),
    z.object({ name: z.literal('position'), value: text }),
    z.object({ name: z.literal('date_fmt_id'), value: DateFormatId }),
    z.object({ name: z.literal('time_zone_id'), value: z.int().min(1).max(TIME_ZONE_COUNT) }),
    z.object({ name: z.literal('lang_code'), value: z.enum(languages) }),
    z.object({ name: z.literal('flag_recept_mail'), value: Switch }),
    z.object({ name: z.literal('quiet_hours'), value: QuietHours.nullable() }),
    z.object({ name: z.literal('flag_refresh'), value: Switch }),
    z.object({ name: z.literal('flag_img_refresh'), value: Switch }),
    z.object({ name: z.literal('refresh_interval'), value: RefreshInterval }),
    z.object({ name: z.literal('img_refresh_interval'), value: RefreshInterval }),
    z.object({ name: z.literal('email'), value: EmailAddress.max(200), origin_pw: TypedPassword }),
    z.object({ name: z.literal('pw'), value: TypedPassword, origin_pw: TypedPassword }),
    z.object({
      name: z.literal('flag_use_otp'),
      value: Switch,
      origin_pw: TypedPassword,
    }),
    z.object({ name: z.literal('flag_create_qrcode'), value: z.literal(false), origin_pw: TypedPassword }),
    z.object({ name: z.literal('recovery_codes'), value: z.literal(true), origin_pw: TypedPassword }),
    z.object({ name: z.literal('recovery_codes_kept'), value: z.literal(true) }),
    z.object({ name: z.literal('otp_code'), value: OneTimeCode }),
  ]),
  objects: z.array(
    Profile.extend({ recovery_codes: z.array(z.string()).optional(), otp_setup: z.string().optional() }),
  ),
});
