import { expect, test } from 'vitest';
import type { PermissionFlag } from '../contract/access.ts';
import { issueCommand } from '../contract/http/commands.ts';
import { resolveClone } from '../contract/http/device-clone.ts';
import { changeDeviceApproval, deleteDevice, moveDevices, readDevice, updateDevice } from '../contract/http/devices.ts';
import { addFavourite } from '../contract/http/favourites.ts';
import { createRemoteSession } from '../contract/http/remote-sessions.ts';
import {
  actionDenial,
  deletionActionOf,
  deviceActionRules,
  deviceActions,
  desktopActionOf,
  isActionApplicable,
  isActionOffered,
  obstacleTo,
  type DeviceAction,
} from './device-actions.ts';
import { flagsOf, type Viewer } from './permissions.ts';
import { noRights } from './rights-record.test-support.ts';
import { frameDenial } from './visible-parts.ts';

const record = { ...noRights, type: 'Manager', member_type_id: 2 };
const able: Viewer = { flags: flagsOf(record), isCorporate: true, isGuest: false, usesApproval: false };
const member = (...held: PermissionFlag[]): Viewer => ({
  ...able,
  flags: {
    ...flagsOf({ ...record, type: 'Member' }),
    ...Object.fromEntries(held.map((flag) => [flag, true])),
  },
});

const states = {
  online: { isOnline: true, isApproved: true },
  offline: { isOnline: false, isApproved: true },
  waiting: { isOnline: true, isApproved: false },
  waiting_offline: { isOnline: false, isApproved: false },
} as const;

const OFF = 'not_online_warning';
const NEW = 'device_not_approved';
const ON = 'already_online';

// [online, offline, online and not approved, offline and not approved]; null = possible (spec 2 §4, decision 62)
const TABLE: { readonly [A in DeviceAction]: readonly (string | null)[] } = {
  detail: [null, null, null, null],
  live: [null, OFF, NEW, OFF],
  favourite: [null, null, null, null],
  approve: [null, null, null, OFF],
  reject: [null, null, null, null],
  remote: [null, OFF, NEW, OFF],
  view: [null, OFF, NEW, OFF],
  transfer: [null, OFF, NEW, OFF],
  edit: [null, null, null, null],
  config: [null, null, null, null],
  tag: [null, null, null, null],
  move: [null, null, NEW, NEW],
  location: [null, null, NEW, NEW],
  split: [null, null, null, null],
  merge: ['merge_online', null, 'merge_online', null],
  dismiss: [null, null, null, null],
  reboot: [null, OFF, NEW, OFF],
  shutdown: [null, OFF, NEW, OFF],
  agent_restart: [null, OFF, NEW, OFF],
  update: [null, OFF, NEW, OFF],
  information: [null, OFF, NEW, OFF],
  process_list: [null, OFF, NEW, OFF],
  process_end: [null, OFF, NEW, OFF],
  delete: [null, null, NEW, NEW],
  wol: [ON, null, NEW, NEW],
  application_install: [null, OFF, NEW, OFF],
  application_uninstall: [null, OFF, NEW, OFF],
};

test.each(deviceActions)('%s is possible in the right states of a device', (action) => {
  const found = Object.values(states).map((state) => {
    const obstacle = obstacleTo(action, able, state);
    return obstacle?.kind === 'state' ? obstacle.code : obstacle;
  });
  expect(found).toEqual(TABLE[action]);
});

test('an offline device that no other one can wake says so; no other action asks for it', () => {
  const code = (action: DeviceAction, state: keyof typeof states) => {
    const obstacle = obstacleTo(action, able, { ...states[state], wake_problem: 'no_neighbour' });
    return obstacle?.kind === 'state' ? obstacle.code : obstacle;
  };
  expect(code('wol', 'offline')).toBe('no_neighbour');
  expect(code('wol', 'online')).toBe(ON);
  expect(code('wol', 'waiting_offline')).toBe(NEW);
  expect(code('delete', 'offline')).toBeNull();
});

test('an unapproved device offers approve, detail, edit and reject only', () => {
  const possible = (state: (typeof states)[keyof typeof states]) =>
    deviceActions.filter((action) => obstacleTo(action, able, state) === null);
  expect(possible(states.waiting)).toEqual([
    'detail',
    'favourite',
    'approve',
    'reject',
    'edit',
    'config',
    'tag',
    'split',
    'dismiss',
  ]);
  expect(possible(states.waiting_offline)).toEqual([
    'detail',
    'favourite',
    'reject',
    'edit',
    'config',
    'tag',
    'split',
    'merge',
    'dismiss',
  ]);
});

// [action, the flag without which it is refused, the flags that suffice for a member; none: administrators only]
const RIGHTS: readonly [DeviceAction, string, readonly PermissionFlag[] | null][] = [
  ['live', 'CSThumbnailView', ['CSThumbnailView']],
  ['approve', 'isAdmin', null],
  ['reject', 'isAdmin', null],
  ['remote', 'CSRemoteControl', ['CSRemoteControl']],
  ['view', 'CSRemoteView', ['CSRemoteView']],
  ['transfer', 'CSFileManager', ['CSFileManager']],
  ['edit', 'useFunction', ['useFunction']],
  ['config', 'useFunction', ['useFunction']],
  ['tag', 'modifyInformation', ['modifyInformation']],
  ['move', 'isAdmin', null],
  ['split', 'isAdmin', null],
  ['merge', 'isAdmin', null],
  ['dismiss', 'isAdmin', null],
  ['reboot', 'useFunction', ['useFunction']],
  ['shutdown', 'useFunction', ['useFunction']],
  ['delete', 'useFunction', ['useFunction']],
  ['process_list', 'CSDeviceManagement', ['CSDeviceManagement']],
  ['process_end', 'CSDeviceManagement', ['CSDeviceManagement']],
  ['wol', 'useFunction', ['useFunction']],
  ['application_install', 'isAdmin', null],
  ['application_uninstall', 'isAdmin', null],
  ['agent_restart', 'CSRestart', ['CSRestart']],
  ['update', 'CSUpdate', ['CSUpdate']],
];

test.each(RIGHTS)('%s needs %s', (action, missing, enough) => {
  expect(actionDenial(action, member())).toMatchObject({ detail: missing });
  if (enough) expect(actionDenial(action, member(...enough))).toBeNull();
  else expect(actionDenial(action, member('CSRemoteControl', 'useFunction'))).toMatchObject({ detail: missing });
});

test('the other actions need no flag', () => {
  const named = new Set(RIGHTS.map(([action]) => action));
  const free = deviceActions.filter((action) => !named.has(action));
  expect(free).toEqual(['detail', 'favourite', 'location', 'information']);
  expect(free.filter((action) => actionDenial(action, member()) !== null)).toEqual([]);
});

test('an administrator without the right to control devices cannot approve one', () => {
  const flags = { ...able.flags, CSRemoteControl: false };
  expect(actionDenial('approve', { ...able, flags })).toEqual({ reason: 'flag', detail: 'CSRemoteControl' });
});

test('wake-on-LAN and live frames need a Corporate licence', () => {
  const basic = { ...able, isCorporate: false };
  const refused = deviceActions.filter((action) => actionDenial(action, basic)?.reason === 'licence');
  expect(refused).toEqual(['live', 'wol']);
});

test('a missing right is reported before a wrong state', () => {
  expect(obstacleTo('reboot', member(), states.waiting_offline)).toEqual({
    kind: 'denied',
    denial: { reason: 'flag', detail: 'useFunction' },
  });
});

test('files can be forbidden for one device', () => {
  const closed = { ...states.online, forbidsFiles: true };
  expect(obstacleTo('transfer', able, closed)).toMatchObject({
    denial: { reason: 'policy', detail: 'file_transfer' },
  });
  expect(obstacleTo('remote', able, closed)).toBeNull();
  // By the company, or for this user.
  const barred = { ...able, forbidsFiles: true };
  expect(obstacleTo('transfer', barred, states.online)).toMatchObject({
    denial: { reason: 'policy', detail: 'file_transfer_of_user' },
  });
  expect(obstacleTo('remote', barred, states.online)).toBeNull();
});

test('without a viewer for files, administrators are told what is missing, and others are not offered them', () => {
  const lacking = { lacksFileViewer: true };
  expect(isActionOffered('transfer', { ...able, ...lacking })).toBe(true);
  expect(obstacleTo('transfer', { ...able, ...lacking }, states.online)).toMatchObject({
    denial: { reason: 'policy', detail: 'no_file_viewer' },
  });
  expect(isActionOffered('transfer', { ...member('CSFileManager'), ...lacking })).toBe(false);
  expect(isActionOffered('transfer', member('CSFileManager'))).toBe(true);
  expect(obstacleTo('remote', { ...able, ...lacking }, states.online)).toBeNull();
});

test('a company can show no screens, which every action but the live view survives', () => {
  const hidden = { ...able, hidesScreens: true };
  const denial = { reason: 'policy', detail: 'pictures' };
  expect(obstacleTo('live', hidden, states.online)).toMatchObject({ denial });
  expect(frameDenial(hidden)).toEqual(denial);
  expect(obstacleTo('remote', hidden, states.online)).toBeNull();
  expect([obstacleTo('live', able, states.online), frameDenial(able)]).toEqual([null, null]);
  // Without the right it is the right that is missing.
  expect(frameDenial({ ...member(), hidesScreens: true })).toMatchObject({ detail: 'CSThumbnailView' });
});

test('who needs windows requests access in every state, and is refused the rest outside of them', () => {
  const bound: Viewer = { ...member('CSRemoteControl', 'useFunction'), usesApproval: true };
  for (const state of Object.values(states)) expect(obstacleTo('approve', bound, state)).toBeNull();
  expect(obstacleTo('remote', bound, states.waiting)).toEqual({ kind: 'state', code: 'out_of_window' });
  expect(obstacleTo('delete', bound, states.waiting)).toEqual({ kind: 'state', code: 'out_of_window' });
  expect(obstacleTo('remote', bound, states.online)).toBeNull();
  expect(actionDenial('approve', { ...member(), usesApproval: true })).toMatchObject({ detail: 'CSRemoteControl' });
});

test('a device is approved or rejected while it waits, and deleted afterwards', () => {
  const nowhere = { latitude: null, longitude: null, isPossibleClone: false };
  const offered = (isApproved: boolean, usesApproval = false) =>
    (['approve', 'reject', 'delete', 'location'] as const).filter((action) =>
      isActionApplicable(action, { usesApproval }, { isOnline: true, isApproved, ...nowhere }),
    );
  expect(offered(false)).toEqual(['approve', 'reject']);
  expect(offered(true)).toEqual(['delete']);
  expect(offered(false, true)).toEqual(['approve', 'delete']);
  expect(offered(true, true)).toEqual(['approve', 'delete']);
  expect(isActionApplicable('location', able, { ...states.online, ...nowhere, latitude: 35, longitude: 129 })).toBe(
    true,
  );
  expect([deletionActionOf({ approval: 0 }), deletionActionOf({ approval: 1 })]).toEqual(['reject', 'delete']);
});

test('the flag of a possible clone is resolved where there is one', () => {
  const resolutions = (isPossibleClone: boolean) =>
    deviceActions
      .filter((action) => ['split', 'merge', 'dismiss'].includes(action))
      .filter((action) =>
        isActionApplicable(action, able, {
          ...states.online,
          latitude: null,
          longitude: null,
          isPossibleClone,
        }),
      );
  expect([resolutions(false), resolutions(true)]).toEqual([[], ['split', 'merge', 'dismiss']]);
});

test('guests may do what the calls of an action are open to', () => {
  const calls = {
    detail: readDevice,
    favourite: addFavourite,
    approve: changeDeviceApproval,
    reject: deleteDevice,
    edit: updateDevice,
    config: updateDevice,
    move: moveDevices,
    split: resolveClone,
    merge: resolveClone,
    dismiss: resolveClone,
    delete: deleteDevice,
    remote: createRemoteSession,
    transfer: createRemoteSession,
    reboot: issueCommand,
  } as const;
  for (const [action, { guests }] of Object.entries(calls)) {
    expect([action, deviceActionRules[action as keyof typeof calls].guests]).toEqual([action, guests]);
  }
  const guest = { ...able, isGuest: true };
  expect(actionDenial('delete', guest)).toEqual({ reason: 'role', detail: 'guest' });
  expect(actionDenial('update', guest)).toEqual({ reason: 'role', detail: 'guest' });
  expect(actionDenial('reboot', guest)).toBeNull();
});

test.each([
  ['1.0.0', '1.1.0', null],
  ['1.1.0', '1.1.0', { kind: 'state', code: 'already_newest' }],
  ['1.2.0', '1.1.0', { kind: 'state', code: 'already_newest' }],
  [null, '1.1.0', null],
  ['1.0.0', null, { kind: 'state', code: 'no_release' }],
  ['1.0.0', undefined, null],
])('an agent of version %s is updated to %s: %o', (cs_ver, latest_ver, expected) => {
  const versions = latest_ver === undefined ? {} : { cs_ver, latest_ver };
  expect(obstacleTo('update', able, { ...states.online, ...versions })).toEqual(expected);
});

test('who may only see a screen is offered that, everybody else its control', () => {
  expect(desktopActionOf(member('CSRemoteView'))).toBe('view');
  expect(desktopActionOf(member('CSRemoteView', 'CSRemoteControl'))).toBe('remote');
  expect(desktopActionOf(member())).toBe('remote');
});
