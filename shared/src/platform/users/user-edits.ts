import { sql } from 'drizzle-orm';
import { auditCode } from '../../contract/audit-codes.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { PermissionChange, updateUser } from '../../contract/http/user-changes.ts';
import type { PermissionName } from '../../contract/names.ts';
import { memberTypeColumns, memberTypes } from '../../domain/member-types.ts';
import { permissionTogglesOf, type UserOperation } from '../../domain/user-changes.ts';
import { users } from '../db/schema/users.ts';
import { pickRightsColumns } from '../rights.ts';
import type { User } from './user-rows.ts';

/** The fields of a user as the administration changes them. */
export type EditableUserFields = Exclude<BodyOf<typeof updateUser>, { pw: string }>;
type Columns = Partial<typeof users.$inferInsert> | { credentialVersion: ReturnType<typeof sql> };

/** A change of one field of a user: by which rule it is allowed, what is written, and what the audit says. */
export interface UserFieldEdit {
  readonly field: string;
  readonly rule: UserOperation;
  readonly columns: Columns;
  readonly before: string;
  readonly after: string;
  readonly code: number;
}

/** A change of one permission, which has a rule of its own. */
export interface PermissionEdit extends UserFieldEdit {
  readonly name: PermissionName;
  readonly wanted: boolean;
}

/** The fields that are written as they come. */
const plain = {
  name: ['details', 'name'],
  phone: ['details', 'phone'],
  tel: ['details', 'tel'],
  department: ['details', 'department'],
  position: ['details', 'position'],
  lang_code: ['details', 'langCode'],
  time_zone_id: ['details', 'timeZoneId'],
  date_fmt_id: ['details', 'dateFmtId'],
  flag_recept_mail: ['details', 'flagReceptMail'],
  flag_refresh: ['details', 'flagRefresh'],
  refresh_interval: ['details', 'refreshInterval'],
  flag_img_refresh: ['details', 'flagImgRefresh'],
  img_refresh_interval: ['details', 'imgRefreshInterval'],
  use_approval: ['approval', 'useApproval'],
  use_approval_function: ['role', 'useApprovalFunction'],
} as const satisfies Record<string, readonly [UserOperation, keyof User]>;
const isPlain = (field: string): field is keyof typeof plain => Object.hasOwn(plain, field);

/** Unfinished sign-ins and mailed links of before are void. */
const newCredentials = { credentialVersion: sql`${users.credentialVersion} + 1` };

/** Nobody is made an administrator here (decision 20). */
const typeColumns = (type: 1 | 2 | 6): Partial<Pick<User, 'type' | 'memberTypeId' | 'useApprovalFunction'>> =>
  type === memberTypes.admin ? {} : memberTypeColumns[type];

const edit = (
  [field, rule]: readonly [field: string, rule: UserOperation],
  columns: Columns,
  [before, after]: readonly [before: string | number, after: string | number],
  code: number = auditCode.userChange,
): UserFieldEdit => ({ field, rule, columns, before: String(before), after: String(after), code });

/** A type that stays is written all the same where the right to decide requests does not fit to it. */
function typeEdits(user: User, type: 1 | 2 | 6): UserFieldEdit[] {
  const columns = typeColumns(type);
  const change = edit(['user_type', 'role'], columns, [user.memberTypeId, type]);
  const decides = columns.useApprovalFunction ?? user.useApprovalFunction;
  if (type !== user.memberTypeId || decides === user.useApprovalFunction) return [change];
  return [edit(['use_approval_function', 'role'], columns, [user.useApprovalFunction, decides])];
}

/** No file transfer is forbidden to an administrator. */
const roles = {
  administrator: { ...memberTypeColumns[memberTypes.admin], disableFileTransfer: 0 },
  user: memberTypeColumns[memberTypes.member],
} as const;
export type Role = keyof typeof roles;

/** The operator makes administrators, and ordinary users of them (decision 20). */
export function roleEdit(user: User, role: Role): UserFieldEdit {
  const columns = roles[role];
  // A row whose two columns of the type contradict each other is put right, too.
  const contradicts = user.memberTypeId === columns.memberTypeId && user.type !== columns.type;
  const before = contradicts ? user.type : user.memberTypeId;
  return edit(['user_type', 'role'], columns, [before, columns.memberTypeId]);
}

/**
 * The changes that a body asks for, permissions left out.
 * @param at for an address that an administrator vouches for (decision 24)
 */
export function userEditsOf(user: User, body: EditableUserFields, at: Date): UserFieldEdit[] {
  const edits = Object.entries(body).flatMap(([field, value]): UserFieldEdit[] => {
    if (!isPlain(field) || value === undefined || value === false) return [];
    const [rule, column] = plain[field];
    return [edit([field, rule], { [column]: value }, [user[column], value])];
  });
  if ('flag_active' in body) {
    const active = body.flag_active === 1;
    edits.push(edit(['flag_active', 'standing'], { active }, [Number(user.active), body.flag_active]));
  }
  if ('approver_fk' in body) {
    const approverFk = body.approver_fk === 0 ? null : body.approver_fk;
    edits.push(edit(['approver_fk', 'approval'], { approverFk }, [user.approverFk ?? 0, body.approver_fk]));
  }
  // A type that is sent along with the approver, and stays, is no change.
  if ('user_type' in body && !('approver_fk' in body && body.user_type === user.memberTypeId))
    edits.push(...typeEdits(user, body.user_type));
  if ('email' in body) {
    const verified = { email: body.email, pendingEmail: null, emailVerifiedAt: body.email === '' ? null : at };
    edits.push(edit(['email', 'credentials'], { ...verified, ...newCredentials }, [user.email, body.email]));
  }
  if ('flag_use_otp' in body) {
    const columns = { flagUseOtp: body.flag_use_otp, ...newCredentials };
    const rule = body.flag_use_otp === 0 ? 'one_time_code_off' : 'one_time_code';
    edits.push(edit(['flag_use_otp', rule], columns, [user.flagUseOtp, body.flag_use_otp]));
  }
  if ('flag_create_qrcode' in body)
    edits.push(edit(['authenticator', 'one_time_code'], newCredentials, ['', 'reset'], auditCode.authenticatorReset));
  return edits;
}

const flagColumns = {
  auth_remotecontrol: ['CSRemoteControl', 'authRemotecontrol'],
  auth_remoteview: ['CSRemoteView', 'authRemoteview'],
  auth_filemanager: ['CSFileManager', 'authFilemanager'],
  auth_devicemanagement: ['CSDeviceManagement', 'authDevicemanagement'],
  auth_update: ['CSUpdate', 'authUpdate'],
  auth_thumbnailview: ['CSThumbnailView', 'authThumbnailview'],
  auth_restart: ['CSRestart', 'authRestart'],
} as const satisfies Record<string, readonly [PermissionName, keyof User]>;

const bits = { deviceMonitor: 1, modifyInformation: 2, useFunction: 4, viewReport: 8 } as const;
type BitName = keyof typeof bits;

/** The fields of single bits: they change no other one (decision 9). */
const bitFields = {
  modifyInformation: 'auth_modifyinformation',
  useFunction: 'auth_usefunction',
  viewReport: 'auth_viewreport',
} as const satisfies { [P in BitName]?: keyof PermissionChange };

/** The sum as it is stored: bit 2 stays unless it is set by the sum, or named (decision 9). */
function newSum(user: User, body: PermissionChange): number {
  let sum = body.auth_val === undefined ? user.authVal : body.auth_val | (user.authVal & bits.modifyInformation);
  for (const name of Object.keys(bitFields) as (keyof typeof bitFields)[]) {
    const value = body[bitFields[name]];
    if (value !== undefined) sum = value === 1 ? sum | bits[name] : sum & ~bits[name];
  }
  return sum;
}

/** The permissions that a body changes; those that stay as they are need no right to change them. */
export function permissionEditsOf(user: User, body: PermissionChange): PermissionEdit[] {
  const stored = permissionTogglesOf(pickRightsColumns(user));
  const wanted = new Map<PermissionName, { value: boolean; columns: Columns }>();
  for (const [field, [name, column]] of Object.entries(flagColumns)) {
    const value = body[field as keyof typeof flagColumns];
    if (value !== undefined) wanted.set(name, { value: value === 1, columns: { [column]: value } });
  }
  const { disable_filetransfer: forbids } = body;
  if (forbids !== undefined)
    wanted.set('fileTransfer', { value: forbids === 0, columns: { disableFileTransfer: forbids } });
  const authVal = newSum(user, body);
  for (const name of Object.keys(bits) as BitName[]) {
    // Monitoring is on, also where the stored sum lacks its bit, so that only switching it off by a sum is a change.
    const isStored = name === 'deviceMonitor' || stored[name];
    const value = (authVal & bits[name]) !== 0;
    if ((body.auth_val !== undefined || name !== 'deviceMonitor') && value !== isStored)
      wanted.set(name, { value, columns: { authVal } });
  }
  return [...wanted]
    .filter(([name, { value }]) => value !== stored[name])
    .map(([name, { value, columns }]) => ({
      ...edit([name, 'permissions'], columns, [Number(stored[name]), Number(value)], auditCode.permission),
      name,
      wanted: value,
    }));
}
