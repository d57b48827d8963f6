import { expect, test } from 'vitest';
import { actionDenial, deviceActionRules, deviceActions } from './device-actions.ts';
import { flagsOf, type RightsColumns, type Viewer } from './permissions.ts';
import { noRights } from './rights-record.test-support.ts';
import { abilitiesOf } from './user-abilities.ts';

const viewer = (own: Partial<RightsColumns>, more: Partial<Viewer> = {}): Viewer => ({
  flags: flagsOf({ ...noRights, auth_val: 1, ...own }),
  isCorporate: true,
  isGuest: false,
  usesApproval: false,
  ...more,
});
const canOf = (user: Viewer) =>
  abilitiesOf(user)
    .filter(({ refusal }) => refusal === null)
    .map(({ name }) => name);

test.each([
  ['nothing more than devices and their state', viewer({}), ['see']],
  ['live frames', viewer({ auth_thumbnailview: 1 }), ['see', 'live']],
  ['no live frames without a Corporate licence', viewer({ auth_thumbnailview: 1 }, { isCorporate: false }), ['see']],
  ['functions, and Wake-on-LAN', viewer({ auth_val: 5 }), ['see', 'functions', 'wake', 'incidents']],
  [
    'functions without a Corporate licence',
    viewer({ auth_val: 5 }, { isCorporate: false }),
    ['see', 'functions', 'incidents'],
  ],
  ['the restart of agents only, not of devices', viewer({ auth_restart: 1 }), ['see', 'agent_restart']],
  ['the restart with any licence', viewer({ auth_restart: 1 }, { isCorporate: false }), ['see', 'agent_restart']],
  ['files', viewer({ auth_filemanager: 1 }), ['see', 'transfer']],
  ['no files that the user is forbidden', viewer({ auth_filemanager: 1, disable_filetransfer: 1 }), ['see']],
  ['no files that the company forbids', viewer({ auth_filemanager: 1 }, { forbidsFiles: true }), ['see']],
  ['processes', viewer({ auth_devicemanagement: 1 }), ['see', 'processes']],
  ['screens without their control', viewer({ auth_remoteview: 1 }), ['see', 'view']],
  ['reports', viewer({ auth_val: 9 }), ['see', 'report']],
  ['requests for access', viewer({ use_approval_function: 1 }), ['see', 'decide']],
  ['own members', viewer({ use_approval_function: 1, member_type_id: 6 }), ['see', 'decide', 'members']],
] as const)('%s', (_what, user, expected) => {
  expect(canOf(user)).toEqual(expected);
});

test('an administrator can do everything, but no files that are forbidden to all', () => {
  const all = abilitiesOf(viewer({ type: 'Manager' }));
  expect(all.filter(({ refusal }) => refusal !== null)).toEqual([]);
  expect(abilitiesOf(viewer({ type: 'Manager' }, { forbidsFiles: true })).filter((one) => one.refusal)).toEqual([
    { name: 'transfer', refusal: { reason: 'policy', detail: 'file_transfer_of_user' } },
  ]);
});

test('of each ability every action is possible, or none', () => {
  const columns = [
    'auth_remotecontrol',
    'auth_devicemanagement',
    'auth_filemanager',
    'auth_update',
    'auth_thumbnailview',
    'auth_restart',
  ] as const;
  for (const authVal of [1, 3, 5, 9, 15])
    for (const column of columns)
      for (const type of ['Member', 'Manager'])
        for (const isCorporate of [true, false]) {
          const user = viewer({ type, auth_val: authVal, [column]: 1 }, { isCorporate });
          const possible = deviceActions.filter((action) => actionDenial(action, user) === null);
          const able = new Set(canOf(user));
          expect(deviceActions.filter((action) => able.has(deviceActionRules[action].ability))).toEqual(possible);
        }
});
