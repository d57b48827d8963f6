import type { UserPk } from '../contract/ids.ts';
import type { PermissionName, PermissionTarget } from '../contract/names.ts';
import { memberTypes } from './member-types.ts';
import { denialReason, flagsOf, type Flags, type Denial, type RightsColumns } from './permissions.ts';
import { seesGroup, type Sight } from './sight.ts';

/** Who changes a user. */
export interface UserChanger {
  readonly user: UserPk;
  readonly flags: Flags;
  readonly isCorporate: boolean;
}

/** The user who is changed. */
export interface UserChangeTarget {
  readonly pk: UserPk;
  readonly isAdmin: boolean;
  /** Of spec 1 §3: 1 ordinary, 2 admin, 6 sub-manager, 7 partner. */
  readonly member_type_id: number;
  /** 0 and null: none. */
  readonly approver_fk: number | null;
}

/** What is changed of a user, as far as the rules tell it apart. */
export type UserOperation =
  | 'read'
  | 'details'
  /**
   * Name and contact may be changed by oneself, too; a password, an address and one-time codes only with one's own
   * password.
   */
  | 'credentials'
  | 'one_time_code'
  /** Possible without the licence, too: one-time codes that were turned on under another one would never end. */
  | 'one_time_code_off'
  | 'standing'
  | 'role'
  | 'approval'
  | 'permissions'
  | 'groups';

/** The details of refusals that concern the user; the screen has a text for each. */
export const userDenials = [
  'self',
  'last_admin',
  'target_admin',
  'target_sub',
  'not_member',
  'partner',
  'type',
  'sub_manager',
  'approval_off',
  'own_approver',
] as const;
export type UserDenial = (typeof userDenials)[number];

const refuse = (detail: UserDenial): Denial => ({ reason: 'role', detail });

type Check = (caller: UserChanger, user: UserChangeTarget) => Denial | null;

const adminOnly: Check = (caller) => denialReason(caller, ['isAdmin']);
const corporateOnly: Check = (caller) => denialReason(caller, ['isCorporate']);
const notSelf: Check = (caller, user) => (caller.user === user.pk ? refuse('self') : null);
const notPartner: Check = (_caller, user) => (user.member_type_id === memberTypes.partner ? refuse('partner') : null);
/** An administrator has every right and sees every group, so that there is nothing to grant. */
const notAdmin: Check = (_caller, user) => (user.isAdmin ? refuse('target_admin') : null);

/** A sub-manager is in charge of the ordinary users who ask that sub-manager for access (decision 21). */
const inCharge: Check = (caller, user) => {
  if (caller.flags.isAdmin) return null;
  if (!caller.flags.isSubManager) return { reason: 'role', detail: 'isAdmin' };
  if (caller.user === user.pk) return refuse('self');
  if (user.isAdmin) return refuse('target_admin');
  if (user.member_type_id === memberTypes.subManager) return refuse('target_sub');
  return user.approver_fk === caller.user ? null : refuse('not_member');
};

const rules: { readonly [C in UserOperation]: readonly Check[] } = {
  read: [inCharge],
  details: [adminOnly],
  credentials: [adminOnly, notSelf],
  one_time_code: [adminOnly, corporateOnly, notSelf],
  one_time_code_off: [adminOnly, notSelf],
  standing: [adminOnly, notSelf],
  role: [adminOnly, notSelf, notPartner],
  approval: [adminOnly],
  permissions: [inCharge, notAdmin],
  groups: [inCharge, notAdmin],
};

/**
 * Why the caller may not make a change of a user, or null. The server refuses with it, and the screen shows it at the
 * control. That the last active administrator stays is checked by the server under a lock: for any other caller than
 * that one it cannot be seen.
 */
export function userChangeDenial(change: UserOperation, caller: UserChanger, user: UserChangeTarget): Denial | null {
  for (const check of rules[change]) {
    const denial = check(caller, user);
    if (denial) return denial;
  }
  return null;
}

/**
 * Whether somebody becomes or stops being an administrator takes the caller's password (decision 133); a partner is
 * made by the operator.
 */
export function memberTypeChangeDenial(wanted: number, user: Pick<UserChangeTarget, 'member_type_id'>): Denial | null {
  if (wanted === user.member_type_id) return null;
  const isOrdinary = wanted === memberTypes.member || wanted === memberTypes.subManager;
  return isOrdinary && user.member_type_id !== memberTypes.admin ? null : refuse('type');
}

/** A sub-manager decides requests, so that the right to do so goes with the type only (decision 19). */
export const approverRightRemovalDenial = (
  useApprovalFunction: number,
  user: Pick<UserChangeTarget, 'member_type_id'>,
): Denial | null =>
  useApprovalFunction !== 1 && user.member_type_id === memberTypes.subManager ? refuse('sub_manager') : null;

/** No user decides their own requests. @param wanted 0: none */
export const ownApproverDenial = (wanted: number, user: Pick<UserChangeTarget, 'pk'>): Denial | null =>
  wanted === Number(user.pk) ? refuse('own_approver') : null;

/** A new user without approval is an ordinary one (spec 3 §4). */
export const newSubManagerDenial = ({
  user_type: type,
  use_approval: uses,
}: {
  user_type: number;
  use_approval: number;
}) => (type === memberTypes.subManager && uses !== 1 ? refuse('approval_off') : null);

export const lastAdminDenial = (otherAdmins: number): Denial | null =>
  otherAdmins === 0 ? refuse('last_admin') : null;

/** The toggles by target (spec 3 §3); those of the CS manager are for corporate accounts. */
export const targetOfPermission: { readonly [P in PermissionName]: PermissionTarget } = {
  deviceMonitor: 'common',
  CSRemoteControl: 'common',
  CSRemoteView: 'common',
  CSFileManager: 'common',
  fileTransfer: 'common',
  useFunction: 'web',
  viewReport: 'web',
  modifyInformation: 'web',
  CSDeviceManagement: 'cs',
  CSUpdate: 'cs',
  CSThumbnailView: 'cs',
  CSRestart: 'cs',
};

/** The toggles as they are stored, whatever else decides what the user can do. */
export function permissionTogglesOf(user: RightsColumns): { readonly [P in PermissionName]: boolean } {
  const own = flagsOf({ ...user, type: 'Member', disable_filetransfer: 0 });
  return { ...own, fileTransfer: user.disable_filetransfer !== 1 };
}

/** The flag that a sub-manager needs to grant a permission: a transfer of files is that of the file manager. */
const flagOf = (name: PermissionName) => (name === 'fileTransfer' ? 'CSFileManager' : name);

/** Why the caller may not give (`wanted`) or take away a permission of a user, or null. */
export function permissionChangeDenial(
  { name, wanted }: { name: PermissionName; wanted: boolean },
  caller: UserChanger,
  user: UserChangeTarget & { readonly disable_filetransfer: number },
): Denial | null {
  const denial = userChangeDenial('permissions', caller, user);
  if (denial) return denial;
  if (name === 'deviceMonitor') return { reason: 'policy', detail: 'always_on' };
  if (name === 'CSFileManager' && user.disable_filetransfer === 1) return { reason: 'policy', detail: 'file_transfer' };
  if (targetOfPermission[name] === 'cs' && !caller.isCorporate) return { reason: 'licence', detail: 'isCorporate' };
  // What the caller does not have cannot be given, but may be taken away.
  return wanted ? denialReason(caller, [flagOf(name)]) : null;
}

/** Why the caller may not grant or revoke a group, or null: a sub-manager only those that it sees. */
export function groupAccessDenial(
  group: number,
  caller: UserChanger & { readonly sight: Sight },
  user: UserChangeTarget,
): Denial | null {
  const denial = userChangeDenial('groups', caller, user);
  if (denial) return denial;
  return seesGroup(caller.sight, group) ? null : { reason: 'group', detail: 'groups' };
}
