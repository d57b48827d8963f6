import * as z from 'zod';
import { Bit } from '../device.ts';
import { EmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { GroupMemberPk, GroupPk, UserPk, pkInPath } from '../ids.ts';
import { languages } from '../languages.ts';
import { abilityNames, accountDenials, networkLimits, permissionNames, permissionTargets } from '../names.ts';
import { cleanName, normalizeText } from '../patterns.ts';
import * as people from '../routes/people.ts';
import { TypedPassword } from '../sign-in-fields.ts';
import { DEFAULT_TIME_ZONE_ID, DEFAULT_USER_LANGUAGE, TIME_ZONE_COUNT } from '../user-defaults.ts';
import { DateFormatId, RefreshInterval } from './profile.ts';
import { ListedUser } from './users.ts';

/**
 * Administrators, and sub-managers for their members (decision 21); the rules of single fields are in
 * `domain/user-changes.ts`.
 */
const params = z.object({ pk: pkInPath(UserPk) });
/** Checked by `passesBasicNameCheck`, which refuses what `cleanName` leaves out. */
const displayName = z.string().overwrite(normalizeText).max(100);
const text = z.string().overwrite(cleanName).max(100);
/** The specification sends flags as numbers and as booleans. */
const Flag = z.union([Bit, z.boolean()]).transform((value): Bit => (value === true || value === 1 ? 1 : 0));
/** 0: none, an administrator decides the user's requests. */
const ApproverFk = z.union([UserPk, z.literal(0)]);
/** 2 only for a user who is an administrator already (decision 20). */
const UserType = z.union([z.literal(1), z.literal(2), z.literal(6)]);
/** Makes a user an administrator, or an administrator an ordinary user (decision 133). */
const RoleChange = z.strictObject({ user_type: z.union([z.literal(1), z.literal(2)]), origin_pw: TypedPassword });
const Email = z.union([EmailAddress.max(200), z.literal('')]);

/** A user with everything that the edit page shows (spec 3 §2). */
export const UserDetail = ListedUser.extend({
  tel: z.string(),
  flag_use_otp: z.int(),
  /** Whether an authenticator is set up. */
  otp_confirmed: z.boolean(),
  must_change: Bit,
  flag_recept_mail: Bit,
  lang_code: z.enum(languages),
  time_zone_id: z.int(),
  date_fmt_id: DateFormatId,
  flag_refresh: Bit,
  refresh_interval: z.int(),
  flag_img_refresh: Bit,
  img_refresh_interval: z.int(),
  created_at: z.iso.datetime(),
  /** How many users have this one as their approver; they have none once it decides no requests any more. */
  member_count: z.int(),
});
export type UserDetail = z.infer<typeof UserDetail>;

/**
 * Adds a user, who can sign in at once (decision 24). Checked in the order of spec 3 §5; the password by the company's
 * level. With `use_approval` and without `approver_fk` the caller becomes the approver; 0 is none (spec 3 §4).
 * @throws Problem `invalid_id`, `id_exist`, `sub_manager_without_approval`, `password_level0`…`password_level3`,
 * `name_requirement`, `name_invalid`, `email-invalid` also for an invitation without an address, `too_many_requests`
 * for one that its recipient has had too often, `search_manager_405` for an approver who may not decide,
 * `sub_manager_limit`, `not_allowed` for a type of its own
 */
export const createUser = endpoint(people.createUser, {
  audits: ['userCreated', 'permission', 'groupGranted'],
  summary: 'Add a user to the company',
  body: z.object({
    mgrid: z.string().trim().max(100),
    /** Left out for a user who is invited. */
    pw: TypedPassword.default(''),
    /** 1: a link is mailed to `email`, valid for seven days, by which the user chooses the password. */
    invite: Flag.default(0),
    name: displayName,
    email: z.string().trim().max(200).default(''),
    phone: text.default(''),
    tel: text.default(''),
    department: text.default(''),
    position: text.default(''),
    user_type: UserType.default(1),
    use_approval: Flag.default(0),
    approver_fk: ApproverFk.optional(),
    flag_recept_mail: Flag.default(0),
    lang_code: z.enum(languages).default(DEFAULT_USER_LANGUAGE),
    time_zone_id: z.int().min(1).max(TIME_ZONE_COUNT).default(DEFAULT_TIME_ZONE_ID),
    /** 1: the next sign-in asks for a new password (decision 25). */
    must_change: Flag.default(0),
  }),
  objects: z.array(UserDetail),
});

/** @throws Problem `not_found`, `not_allowed` for a user of whom the caller is not in charge */
export const readUser = endpoint(people.readUser, {
  summary: 'Read one user',
  params,
  objects: z.array(UserDetail),
});

/** Each is changed alone. */
const fields = {
  flag_active: Flag,
  flag_use_otp: Flag,
  /** False resets the authenticator: the next sign-in sets up a new one. */
  flag_create_qrcode: z.union([z.literal(false), z.literal(0)]),
  use_approval: Flag,
  use_approval_function: Flag,
  user_type: UserType,
  approver_fk: ApproverFk,
  date_fmt_id: DateFormatId,
  time_zone_id: z.int().min(1).max(TIME_ZONE_COUNT),
  lang_code: z.enum(languages),
  flag_refresh: Flag,
  flag_img_refresh: Flag,
  refresh_interval: RefreshInterval,
  img_refresh_interval: RefreshInterval,
  email: Email,
  name: displayName,
  phone: text,
  tel: text,
  department: text,
  position: text,
  flag_recept_mail: Flag,
} as const;
type Fields = typeof fields;
type OneOf<F extends Record<string, z.ZodType>, Side extends 'input' | 'output'> = {
  [K in keyof F]: { [P in K]: Side extends 'input' ? z.input<F[P]> : z.output<F[P]> };
}[keyof F];

const [first, ...others] = Object.entries(fields).map(([name, schema]) => z.strictObject({ [name]: schema }));
/** TypeScript cannot relate the names to the schemas of the entries. */
const OneField = z.union([first!, ...others]) as unknown as z.ZodType<OneOf<Fields, 'output'>, OneOf<Fields, 'input'>>;

/**
 * Rights, together or in part. `auth_val` is the sum 1 + 4 + 8 of the toggles; its bit 2 is set by it, and reset by
 * `auth_modifyinformation` only (decision 9). The fields of single bits (2, 4, 8) change nothing else, so that two
 * changes at a time both stay; they decide over the sum.
 */
const Permissions = z
  .strictObject({
    auth_devicemanagement: Flag,
    auth_filemanager: Flag,
    auth_remotecontrol: Flag,
    auth_remoteview: Flag,
    auth_restart: Flag,
    auth_thumbnailview: Flag,
    auth_update: Flag,
    auth_val: z.int().min(0).max(15),
    auth_modifyinformation: Flag,
    auth_usefunction: Flag,
    auth_viewreport: Flag,
    disable_filetransfer: Flag,
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'no field');
export type PermissionChange = z.output<typeof Permissions>;

/**
 * Changes one field, the rights, the password, or the approver with the type. Open sessions and sockets of the user
 * follow at once; a deactivated user's sessions end, and so do those of one whose password is set by another person. A
 * switched or reset one-time code ends unfinished sign-ins. A type 6 may decide requests, a type 1 may not (decision
 * 19); the members of a user who may not any more have no approver, and its undecided requests go to an administrator.
 * A type 2 is given and taken with the caller's password (decision 133), which every administrator is told by mail;
 * nobody does so to themselves.
 * @throws Problem `current_password_wrong`, `not_found`, `not_allowed` with the reason of the rule, `name_requirement`,
 * `name_invalid`, `password_level0`…`password_level3`, `password_modified_error`, `search_manager_405`
 */
export const updateUser = endpoint(people.updateUser, {
  audits: [
    'apiToken',
    'userChange',
    'permission',
    'passwordReset',
    'authenticatorReset',
    'userUnlocked',
    'groupGranted',
    'groupRevoked',
    'ticketDecided',
  ],
  summary: 'Change one field, the rights, or approver and type of a user',
  params,
  body: z.union([
    OneField,
    z.strictObject({ pw: TypedPassword, must_change: Flag.default(0) }),
    z.strictObject({ approver_fk: ApproverFk, user_type: UserType }),
    RoleChange,
    Permissions,
  ]),
  objects: z.array(UserDetail),
});

/**
 * Deletes a user and ends the user's sessions. History keeps the name; undecided requests go to an administrator
 * (decision 30).
 * @throws Problem `not_found`, `not_allowed` for oneself and the last administrator
 */
export const deleteUser = endpoint(people.deleteUser, {
  audits: ['userDeleted', 'userChange', 'ticketDecided'],
  summary: 'Delete a user',
  params,
  objects: z.array(UserPk),
});

/**
 * Replaces the password by a random one of 12 characters, which only this answer shows, and ends the user's sessions
 * (decision 25).
 * @throws Problem `not_found`, `not_allowed` for oneself
 */
export const resetUserPassword = endpoint(people.resetUserPassword, {
  audits: ['passwordReset', 'apiToken'],
  summary: 'Reset the password of a user to a random one',
  params,
  body: z.object({ must_change: Flag.default(0) }).optional(),
  objects: z.array(z.object({ pw: z.string() })),
});

/**
 * Ends all sessions of a user, on open sockets at once, and revokes the API tokens of the user.
 * @throws Problem `not_found`, `not_allowed` for oneself
 */
export const endSessionsOfUser = endpoint(people.endSessionsOfUser, {
  audits: ['userChange', 'apiToken'],
  summary: 'Sign a user out everywhere',
  params,
  objects: z.array(z.object({ ended: z.int(), tokens_revoked: z.int() })),
});

/**
 * Mails the invitation of a user anew, who has chosen no password yet; the link of before ends.
 * @throws Problem `not_found`, `not_allowed` for oneself, `conflict` for a user who is not invited, `email-invalid`
 * without an address, `too_many_requests` for one that its recipient has had too often
 */
export const resendUserInvitation = endpoint(people.resendUserInvitation, {
  audits: ['userChange'],
  summary: 'Send the invitation of a user again',
  params,
  objects: z.array(UserDetail),
});

/** @throws Problem `not_found` */
export const unlockUser = endpoint(people.unlockUser, {
  audits: ['userUnlocked'],
  summary: 'Unlock an account that was locked after failed sign-ins',
  params,
  objects: z.array(UserDetail),
});

/** Why the caller may not change something, as in a refusal: the kind of what is missing, and its name. */
export const MissingRight = z.object({
  reason: z.enum(['role', 'flag', 'group', 'policy', 'window', 'licence']),
  detail: z.string(),
});

/**
 * The rights of a user (spec 3 §3, permission toggles). `refusal` tells why the caller may not flip one. `path` is the
 * name of a group below those of its parents, joined by `/`; `link_pk` is the key of `DELETE /conn-users/{pk}`, null
 * where nothing is granted. `groups` are those that the caller sees; `group_count` counts all that the user sees.
 * `sign_in` is what keeps the user from signing in now, or limits it; `abilities` are what the user can do once signed
 * in, by the rules of every call.
 */
export const UserAccessDetails = z.object({
  member_pk: UserPk,
  permissions: z.array(
    z.object({
      name: z.enum(permissionNames),
      target: z.enum(permissionTargets),
      value: Bit,
      refusal: MissingRight.nullable(),
    }),
  ),
  groups: z.array(
    z.object({
      pk: GroupPk,
      name: z.string(),
      group_fk: GroupPk.nullable(),
      path: z.string(),
      link_pk: GroupMemberPk.nullable(),
      refusal: MissingRight.nullable(),
    }),
  ),
  group_count: z.int(),
  sign_in: z.array(z.enum([...accountDenials, ...networkLimits])),
  abilities: z.array(z.object({ name: z.enum(abilityNames), refusal: MissingRight.nullable() })),
});
export type UserAccessDetails = z.infer<typeof UserAccessDetails>;

/** @throws Problem `not_found`, `not_allowed` for a user of whom the caller is not in charge */
export const readUserAccessDetails = endpoint(people.readUserAccessDetails, {
  summary: 'Read the rights and groups of a user, and which of them the caller may change',
  params,
  objects: z.array(UserAccessDetails),
});
