import { expect, test } from 'vitest';
import { permissionFlags as allFlags, needs, anySession, type PermissionFlag } from '../contract/access.ts';
import { isCorporateLicence } from './licences.ts';
import {
  deviceFieldChangeNeeds,
  flagsOf,
  needsApprovedWindow,
  denialReason,
  callDenial,
  guestSessionDenial,
  type RightsColumns,
  type Viewer,
} from './permissions.ts';
import { noRights } from './rights-record.test-support.ts';
import { frameNeeds } from './visible-parts.ts';

const held = (user: Partial<RightsColumns>) => {
  const flags = flagsOf({ ...noRights, ...user });
  return allFlags.filter((flag) => flags[flag]);
};

// [columns of a user, the resulting flags besides monitoring, which every user has]
const USERS: readonly [Partial<RightsColumns>, readonly PermissionFlag[]][] = [
  [{}, []],
  [{ auth_val: 1 }, []],
  [{ auth_val: 2 }, ['modifyInformation']],
  [{ auth_val: 4 }, ['useFunction']],
  [{ auth_val: 8 }, ['viewReport']],
  [{ auth_val: 15 }, ['modifyInformation', 'useFunction', 'viewReport']],
  [{ auth_remotecontrol: 1 }, ['CSRemoteControl']],
  [{ auth_devicemanagement: 1 }, ['CSDeviceManagement']],
  [{ auth_filemanager: 1 }, ['CSFileManager']],
  [{ auth_filemanager: 1, disable_filetransfer: 1 }, []],
  [{ auth_remoteview: 1 }, ['CSRemoteView']],
  [{ auth_update: 1 }, ['CSUpdate']],
  [{ auth_thumbnailview: 1 }, ['CSThumbnailView']],
  [{ auth_restart: 1 }, ['CSRestart']],
  [{ auth_restart: 2 }, []],
  [{ use_approval_function: 1 }, ['isApprover']],
  [{ use_approval_function: 1, member_type_id: 6 }, ['isApprover', 'isSubManager']],
  [{ member_type_id: 6 }, []],
  [{ type: 'manager' }, []],
];

test.each(USERS)('%j has the flags %j', (user, expected) => {
  expect(held(user).toSorted()).toEqual(['deviceMonitor', ...expected].toSorted());
});

test('a Manager has every right, and is not a sub-manager', () => {
  expect(held({ type: 'Manager' }).toSorted()).toEqual(allFlags.filter((flag) => flag !== 'isSubManager').toSorted());
});

test('files can be forbidden to a Manager as well', () => {
  expect(held({ type: 'Manager', disable_filetransfer: 1 })).not.toContain('CSFileManager');
});

const viewer = (user: Partial<RightsColumns>, isCorporate = true): Viewer => ({
  flags: flagsOf({ ...noRights, ...user }),
  isCorporate,
  isGuest: false,
  usesApproval: false,
});

test('a denial names the first missing need and its kind', () => {
  expect(denialReason(viewer({}), ['isAdmin', 'useFunction'])).toEqual({ reason: 'role', detail: 'isAdmin' });
  expect(denialReason(viewer({}), ['useFunction'])).toEqual({ reason: 'flag', detail: 'useFunction' });
  expect(denialReason(viewer({ auth_val: 4 }, false), ['useFunction', 'isCorporate'])).toEqual({
    reason: 'licence',
    detail: 'isCorporate',
  });
  expect(denialReason(viewer({ auth_val: 4 }), deviceFieldChangeNeeds.alias)).toBeNull();
  expect(denialReason(viewer({ auth_thumbnailview: 1 }), frameNeeds)).toBeNull();
  expect(denialReason(viewer({}), [])).toBeNull();
});

test('where one of several needs is enough, the denial names a permission that a user can be given, not a role', () => {
  expect(denialReason(viewer({}), deviceFieldChangeNeeds.alias)).toEqual({ reason: 'flag', detail: 'useFunction' });
  const roles = { anyOf: ['isAdmin', 'isSubManager'] } as const;
  expect(denialReason(viewer({}), [roles])).toEqual({ reason: 'role', detail: 'isAdmin' });
});

test('a call is refused by its declared access', () => {
  expect(callDenial(viewer({}), { access: anySession, guests: false })).toBeNull();
  expect(callDenial(viewer({}), { access: needs('viewReport'), guests: true })).toEqual({
    reason: 'flag',
    detail: 'viewReport',
  });
});

test('a guest is refused what is not declared for guests', () => {
  const guest = { ...viewer({ type: 'Manager' }), isGuest: true };
  const refusal = { reason: 'role', detail: 'guest' };
  expect(callDenial(guest, { access: needs('isAdmin'), guests: false })).toEqual(refusal);
  expect(callDenial(guest, { access: needs('isAdmin'), guests: true })).toBeNull();
});

test('the temporary account of a ticket is named as what it is wherever a session by invitation is refused as well', () => {
  const worker = { ...viewer({}), isGuest: true, isTemporary: true };
  const refusal = { reason: 'role', detail: 'temporary' };
  expect(guestSessionDenial(worker, { guests: false })).toEqual(refusal);
  expect(callDenial(worker, { access: anySession, guests: false, temporary: true })).toEqual(refusal);
  expect(callDenial(worker, { access: anySession, guests: true, temporary: true })).toBeNull();
});

test('windows bind users with use_approval who are no administrators', () => {
  expect(needsApprovedWindow(1, flagsOf(noRights))).toBe(true);
  expect(needsApprovedWindow(0, flagsOf(noRights))).toBe(false);
  expect(needsApprovedWindow(1, flagsOf({ ...noRights, type: 'Manager' }))).toBe(false);
});

test('Corporate and Free licences have Corporate status', () => {
  expect(['Corporate', 'Free', 'Basic', ''].map(isCorporateLicence)).toEqual([true, true, false, false]);
});
