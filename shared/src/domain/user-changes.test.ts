import { expect, test } from 'vitest';
import { GroupPk, UserPk } from '../contract/ids.ts';
import { permissionNames } from '../contract/names.ts';
import { flagsOf, type RightsColumns } from './permissions.ts';
import { noRights } from './rights-record.test-support.ts';
import {
  approverRightRemovalDenial,
  groupAccessDenial,
  lastAdminDenial,
  newSubManagerDenial,
  permissionChangeDenial,
  permissionTogglesOf,
  memberTypeChangeDenial,
  userChangeDenial,
  type UserChangeTarget,
  type UserChanger,
  type UserOperation,
} from './user-changes.ts';

const rights: RightsColumns = { ...noRights, auth_val: 1 };
const pk = (n: number) => UserPk.parse(n);
const [ADMIN, SUB, OTHER] = [pk(1), pk(2), pk(9)];
const caller = (user: UserPk, own: Partial<RightsColumns>): UserChanger => ({
  user,
  flags: flagsOf({ ...rights, ...own }),
  isCorporate: true,
});
const callers = {
  admin: caller(ADMIN, { type: 'Manager', member_type_id: 2 }),
  basicAdmin: { ...caller(ADMIN, { type: 'Manager', member_type_id: 2 }), isCorporate: false },
  sub: caller(SUB, { member_type_id: 6, use_approval_function: 1, auth_remotecontrol: 1 }),
  member: caller(pk(3), {}),
} as const;
type CallerName = keyof typeof callers;

const user = (
  own: Partial<UserChangeTarget> & { pk: UserPk },
): UserChangeTarget & { disable_filetransfer: number } => ({
  isAdmin: false,
  member_type_id: 1,
  approver_fk: null,
  disable_filetransfer: 0,
  ...own,
});
const targets = {
  self: null,
  admin: user({ pk: OTHER, isAdmin: true, member_type_id: 2 }),
  otherSub: user({ pk: OTHER, member_type_id: 6, approver_fk: SUB }),
  member: user({ pk: OTHER, approver_fk: SUB }),
  stranger: user({ pk: OTHER, approver_fk: ADMIN }),
  partner: user({ pk: OTHER, member_type_id: 7, approver_fk: SUB }),
} as const;
type TargetName = keyof typeof targets;

const targetOf = (name: TargetName, by: CallerName) =>
  targets[name] ?? user({ pk: callers[by].user, isAdmin: by.endsWith('dmin'), member_type_id: by === 'sub' ? 6 : 2 });

// [change, caller, changed user, detail of the refusal; null: allowed]
const CHANGES: readonly [UserOperation, CallerName, TargetName, string | null][] = [
  ['read', 'admin', 'self', null],
  ['read', 'sub', 'member', null],
  ['read', 'sub', 'stranger', 'not_member'],
  ['read', 'sub', 'admin', 'target_admin'],
  ['read', 'sub', 'otherSub', 'target_sub'],
  ['read', 'sub', 'self', 'self'],
  ['read', 'member', 'member', 'isAdmin'],
  ['details', 'admin', 'self', null],
  ['details', 'admin', 'admin', null],
  ['details', 'sub', 'member', 'isAdmin'],
  ['credentials', 'admin', 'self', 'self'],
  ['credentials', 'admin', 'admin', null],
  ['credentials', 'admin', 'member', null],
  ['credentials', 'sub', 'member', 'isAdmin'],
  ['one_time_code', 'admin', 'member', null],
  ['one_time_code', 'admin', 'self', 'self'],
  ['one_time_code', 'basicAdmin', 'member', 'isCorporate'],
  ['one_time_code_off', 'basicAdmin', 'member', null],
  ['one_time_code_off', 'basicAdmin', 'self', 'self'],
  ['one_time_code_off', 'sub', 'member', 'isAdmin'],
  ['standing', 'admin', 'self', 'self'],
  ['standing', 'admin', 'admin', null],
  ['standing', 'sub', 'member', 'isAdmin'],
  ['role', 'admin', 'self', 'self'],
  ['role', 'admin', 'member', null],
  ['role', 'admin', 'partner', 'partner'],
  ['role', 'sub', 'member', 'isAdmin'],
  ['approval', 'admin', 'member', null],
  ['approval', 'sub', 'member', 'isAdmin'],
  ['permissions', 'admin', 'member', null],
  ['permissions', 'admin', 'admin', 'target_admin'],
  ['permissions', 'sub', 'member', null],
  ['permissions', 'sub', 'self', 'self'],
  ['permissions', 'sub', 'otherSub', 'target_sub'],
  ['groups', 'admin', 'stranger', null],
  ['groups', 'admin', 'self', 'target_admin'],
  ['groups', 'sub', 'stranger', 'not_member'],
  ['groups', 'member', 'member', 'isAdmin'],
];

test.each(CHANGES)('%s by %s of %s: %s', (change, by, of, expected) => {
  expect(userChangeDenial(change, callers[by], targetOf(of, by))?.detail ?? null).toBe(expected);
});

test.each([
  [1, 6, null],
  [6, 1, null],
  [2, 2, null],
  [7, 7, null],
  [2, 1, 'type'],
  [7, 1, 'type'],
])('type %i for a user of type %i: %s', (wanted, present, expected) => {
  expect(memberTypeChangeDenial(wanted, { member_type_id: present })?.detail ?? null).toBe(expected);
});

test.each([
  [0, 6, 'sub_manager'],
  [1, 6, null],
  [0, 1, null],
])('deciding requests %i for a user of type %i: %s', (wanted, present, expected) => {
  expect(approverRightRemovalDenial(wanted, { member_type_id: present })?.detail ?? null).toBe(expected);
});

test.each([
  [6, 0, 'approval_off'],
  [6, 1, null],
  [1, 0, null],
])('a new user of type %i with approval %i: %s', (user_type, use_approval, expected) => {
  expect(newSubManagerDenial({ user_type, use_approval })?.detail ?? null).toBe(expected);
});

test('the last administrator stays', () => {
  expect(lastAdminDenial(0)?.detail).toBe('last_admin');
  expect(lastAdminDenial(1)).toBeNull();
});

test('an administrator flips each permission but monitoring', () => {
  const refused = permissionNames.filter((name) =>
    [true, false].some((wanted) => permissionChangeDenial({ name, wanted }, callers.admin, targets.member) !== null),
  );
  expect(refused).toEqual(['deviceMonitor']);
});

test('without a Corporate licence the rights of the CS manager stay as they are', () => {
  const refused = permissionNames.filter(
    (name) => permissionChangeDenial({ name, wanted: true }, callers.basicAdmin, targets.member)?.reason === 'licence',
  );
  expect(refused).toEqual(['CSDeviceManagement', 'CSUpdate', 'CSThumbnailView', 'CSRestart']);
});

test('a sub-manager gives what it has, and takes away anything', () => {
  const given = permissionNames.filter(
    (name) => permissionChangeDenial({ name, wanted: true }, callers.sub, targets.member) === null,
  );
  expect(given).toEqual(['CSRemoteControl']);
  const kept = permissionNames.filter(
    (name) => permissionChangeDenial({ name, wanted: false }, callers.sub, targets.member) !== null,
  );
  expect(kept).toEqual(['deviceMonitor']);
  expect(permissionChangeDenial({ name: 'fileTransfer', wanted: true }, callers.sub, targets.member)).toEqual({
    reason: 'flag',
    detail: 'CSFileManager',
  });
});

test('the file manager is locked while files are forbidden to the user', () => {
  const forbidden = { ...targets.member, disable_filetransfer: 1 };
  expect(permissionChangeDenial({ name: 'CSFileManager', wanted: true }, callers.admin, forbidden)).toEqual({
    reason: 'policy',
    detail: 'file_transfer',
  });
  expect(permissionChangeDenial({ name: 'fileTransfer', wanted: true }, callers.admin, forbidden)).toBeNull();
});

test('a sub-manager grants the groups that it sees', () => {
  const sub = { ...callers.sub, sight: { groups: [GroupPk.parse(5)] } };
  expect(groupAccessDenial(5, sub, targets.member)).toBeNull();
  expect(groupAccessDenial(6, sub, targets.member)).toEqual({ reason: 'group', detail: 'groups' });
  expect(groupAccessDenial(5, sub, targets.stranger)?.detail).toBe('not_member');
  expect(groupAccessDenial(6, { ...callers.admin, sight: 'all' }, targets.member)).toBeNull();
});

test('stored permissions are not those that another setting takes away', () => {
  const stored = permissionTogglesOf({ ...rights, auth_filemanager: 1, disable_filetransfer: 1, auth_val: 5 });
  expect(stored).toMatchObject({ CSFileManager: true, fileTransfer: false, useFunction: true, viewReport: false });
});
