import { expect, test } from 'vitest';
import { flags as allFlags, needs, login, type Flag } from '../contract/access.ts';
import { commandTypes, type CommandType } from '../contract/names.ts';
import { obstacleTo } from './device-actions.ts';
import {
  commandNeeds,
  deviceFieldNeeds,
  flagsOf,
  isCorporateLicence,
  thumbnailNeeds,
  denialReason,
  callDenial,
  type RightsRecord,
  type Viewer,
} from './permissions.ts';

const noRights: RightsRecord = {
  type: 'Member',
  member_type_id: 1,
  auth_val: 0,
  auth_remotecontrol: 0,
  auth_devicemanagement: 0,
  auth_filemanager: 0,
  auth_remoteview: 0,
  auth_update: 0,
  auth_thumbnailview: 0,
  auth_restart: 0,
  use_approval_function: 0,
};

const held = (user: Partial<RightsRecord>) => {
  const flags = flagsOf({ ...noRights, ...user });
  return allFlags.filter((flag) => flags[flag]);
};

// [columns of a user, the resulting flags besides monitoring, which every user has]
const USERS: readonly [Partial<RightsRecord>, readonly Flag[]][] = [
  [{}, []],
  [{ auth_val: 1 }, []],
  [{ auth_val: 2 }, ['modifyInformation']],
  [{ auth_val: 4 }, ['useFunction']],
  [{ auth_val: 8 }, ['viewReport']],
  [{ auth_val: 15 }, ['modifyInformation', 'useFunction', 'viewReport']],
  [{ auth_remotecontrol: 1 }, ['CSRemoteControl']],
  [{ auth_devicemanagement: 1 }, ['CSDeviceManagement']],
  [{ auth_filemanager: 1 }, ['CSFileManager']],
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

const viewer = (user: Partial<RightsRecord>, isCorporate = true): Viewer => ({
  flags: flagsOf({ ...noRights, ...user }),
  isCorporate,
});

test('a denial names the first missing need and its kind', () => {
  expect(denialReason(viewer({}), ['isAdmin', 'useFunction'])).toEqual({ reason: 'role', detail: 'isAdmin' });
  expect(denialReason(viewer({}), ['useFunction'])).toEqual({ reason: 'flag', detail: 'useFunction' });
  expect(denialReason(viewer({ auth_val: 4 }, false), commandNeeds.wol)).toEqual({
    reason: 'licence',
    detail: 'isCorporate',
  });
  expect(denialReason(viewer({}), deviceFieldNeeds.alias)).toEqual({ reason: 'role', detail: 'isAdmin' });
  expect(denialReason(viewer({ auth_val: 4 }), deviceFieldNeeds.alias)).toBeNull();
  expect(denialReason(viewer({ auth_thumbnailview: 1 }), thumbnailNeeds)).toBeNull();
  expect(denialReason(viewer({}), [])).toBeNull();
});

test('a call is refused by its declared access', () => {
  expect(callDenial(viewer({}), login)).toBeNull();
  expect(callDenial(viewer({}), needs('viewReport'))).toEqual({ reason: 'flag', detail: 'viewReport' });
});

test('Corporate and Free licences have Corporate status', () => {
  expect(['Corporate', 'Free', 'Basic', ''].map(isCorporateLicence)).toEqual([true, true, false, false]);
});

const states = { online: [1, 1], offline: [0, 1], unapproved: [1, 0], asleep: [0, 0] } as const;
const able = viewer({ type: 'Manager' });
const usual = {
  online: null,
  offline: 'not_online_warning',
  unapproved: 'device_not_approved',
  asleep: 'not_online_warning',
};
const OBSTACLES: { readonly [T in CommandType]: Record<keyof typeof states, string | null> } = {
  reboot: usual,
  shutdown: usual,
  agent_restart: usual,
  update: usual,
  information: usual,
  process_list: usual,
  delete: { online: null, offline: null, unapproved: null, asleep: null },
  wol: { online: 'already_online', offline: null, unapproved: 'already_online', asleep: null },
};

test.each(commandTypes)('%s is refused in the right states of a device', (type) => {
  const met = Object.entries(states).map(([name, [alive, approval]]) => {
    const obstacle = obstacleTo(type, able, { alive, approval });
    return [name, obstacle?.kind === 'state' ? obstacle.code : obstacle];
  });
  expect(Object.fromEntries(met)).toEqual(OBSTACLES[type]);
});

test('a missing right is reported before a wrong state', () => {
  expect(obstacleTo('reboot', viewer({}), { alive: 0, approval: 0 })).toEqual({
    kind: 'refused',
    refusal: { reason: 'flag', detail: 'useFunction' },
  });
});
