import { AlertCode } from '@vigil/shared/contract/alert';
import { raisedAlertFacts } from '@vigil/shared/contract/alert.test-support';
import {
  AlertPk,
  ApprovalPk,
  CompanyPk,
  IncidentPk,
  NoticePk,
  UserPk,
  type DevicePk,
  GroupPk,
} from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Session } from '@vigil/shared/platform/sessions';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { deviceRow, ELSEWHERE, HOME, ROOM, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const open = async (user: number, gateway = 0): Promise<TestSocket> => {
  const { token } = await gateways.session({ user: UserPk.parse(user) });
  const browser = await gateways.browser(token, { gateway });
  await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  return browser;
};

/** A browser that watches all devices in its sight. */
async function openWatching(sight: Sight): Promise<TestSocket> {
  const browser = await gateways.browser((await gateways.session({ sight })).token);
  await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  return browser;
}

test('[SEQ-6] a decision reaches every browser of the users that it concerns, and no others', async () => {
  const [requester, elsewhere, bystander] = [await open(1), await open(1, 1), await open(2)];
  const decision: BusMessageOf<'approval_changed'> = {
    t: 'approval_changed',
    to: [UserPk.parse(1)],
    pk: ApprovalPk.parse(7),
    state: 2,
  };
  await publish(gateways.redis, busChannels.company(gateways.company), decision);
  await publish(gateways.redis, busChannels.company(gateways.company), { t: 'policy_changed' });
  for (const browser of [requester, elsewhere])
    await eventually(() => expect(browser.received('approval_changed')).toEqual([{ pk: 7, state: 2 }]));
  await eventually(() => expect(bystander.received('policy_changed')).toEqual([{}]));
  expect(bystander.received('approval_changed')).toEqual([]);
});

test('[SEQ-6] a notice reaches every browser of every company and gateway, watching or not', async () => {
  const own = await open(1, 1);
  const { token } = await gateways.session({ company: CompanyPk.parse(2), user: UserPk.parse(9) });
  const foreign = await gateways.browser(token);
  await publish(gateways.redis, busChannels.everyone, { t: 'notice_posted', pk: NoticePk.parse(3) });
  for (const browser of [own, foreign])
    await eventually(() => expect(browser.received('notice_posted')).toEqual([{ pk: 3 }]));
});

test('[SEQ-6] alerts reach the viewers of their devices, and no others', async () => {
  const [here, there] = [await gateways.addDevice(ROOM), await gateways.addDevice(HOME)];
  const [all, room, elsewhere] = [
    await openWatching('all'),
    await openWatching({ groups: [ROOM] }),
    await openWatching({ groups: [ELSEWHERE] }),
  ];
  const alertOf = (pk: number, device: { pk: DevicePk }, ended_at: number | null) => ({
    pk: AlertPk.parse(pk),
    device_pk: device.pk,
    alert_code: AlertCode.parse('IW2'),
    ...raisedAlertFacts,
    at: 1_000,
    ended_at,
  });
  const [raised, ended] = [alertOf(1, here, null), alertOf(2, there, 2_000)];
  await publish(gateways.redis, busChannels.company(gateways.company), { t: 'alerts', rows: [raised, ended] });
  await publish(gateways.redis, busChannels.company(gateways.company), { t: 'policy_changed' });
  await eventually(() => expect(all.received('alerts')).toEqual([{ rows: [raised, ended] }]));
  await eventually(() => expect(room.received('alerts')).toEqual([{ rows: [raised] }]));
  await eventually(() => expect(elsewhere.received('policy_changed')).toHaveLength(1));
  expect(elsewhere.received('alerts')).toEqual([]);
});

test('an incident is counted for each viewer, and told to those who see a device of it', async () => {
  const [all, room, elsewhere] = [
    await openWatching('all'),
    await openWatching({ groups: [ROOM] }),
    await openWatching({ groups: [ELSEWHERE] }),
  ];
  const [site, moved, deleted] = [IncidentPk.parse(1), IncidentPk.parse(2), IncidentPk.parse(3)];
  await publish(gateways.redis, busChannels.company(gateways.company), {
    t: 'incidents',
    rows: [
      {
        pk: site,
        state: 0,
        groups: [
          [ROOM, 3],
          [HOME, 4],
        ],
      },
      { pk: moved, state: null, groups: [] },
      // All of its devices were deleted.
      { pk: deleted, state: 2, groups: [] },
    ],
  });
  const merged = [
    { pk: moved, state: null, count: 0 },
    { pk: deleted, state: 2, count: 0 },
  ];
  await eventually(() =>
    expect(all.received('incidents')).toEqual([{ rows: [{ pk: site, state: 0, count: 7 }, ...merged] }]),
  );
  await eventually(() =>
    expect(room.received('incidents')).toEqual([{ rows: [{ pk: site, state: 0, count: 3 }, ...merged] }]),
  );
  await eventually(() => expect(elsewhere.received('incidents')).toEqual([{ rows: merged }]));
});

test('[SEQ-7] devices that leave a group together are one event, as each viewer may see it', async () => {
  const devices = [await gateways.addDevice(ROOM), await gateways.addDevice(ROOM), await gateways.addDevice(ROOM)];
  const pks = devices.map(({ pk }) => pk);
  const [all, leaving, arriving, neither] = [
    await openWatching('all'),
    await openWatching({ groups: [ROOM] }),
    await openWatching({ groups: [HOME] }),
    await openWatching({ groups: [ELSEWHERE] }),
  ];
  const seq = await gateways.change({ t: 'devices_moved', pks, from: ROOM, to: HOME, group_name: 'Home' });
  const moved = [{ seq, pks, to: HOME, group_name: 'Home' }];
  await eventually(() => expect(all.received('devices_moved')).toEqual(moved));
  // It knows none of these devices, and therefore reads a snapshot.
  await eventually(() => expect(arriving.received('devices_moved')).toEqual(moved));
  await eventually(() => expect(leaving.received('devices_removed')).toEqual([{ seq, pks }]));
  await eventually(() => expect(neither.received('alive').at(-1)).toEqual({ seq, rows: [] }));
  expect([leaving.received('devices_moved'), neither.received('devices_moved')]).toEqual([[], []]);
});

test('a device that moves into sight has the state of the events before, whatever its row says', async () => {
  const [on, off] = [await gateways.addDevice(ROOM), await gateways.addDevice(ROOM)];
  const [room, arriving] = [await openWatching({ groups: [ROOM] }), await openWatching({ groups: [HOME] })];
  using _agent = await gateways.agent(on);
  await eventually(() => expect(JSON.stringify(room.received('alive'))).toContain(`[${on.pk},1,`));
  for (const [{ pk }, alive] of [
    [on, 0],
    [off, 1],
  ] as const) {
    const device = deviceRow(pk, { device_group_fk: HOME, alive });
    await gateways.change({ t: 'devices_moved', pks: [pk], from: ROOM, to: HOME, group_name: 'Home', device });
  }
  await eventually(() =>
    expect(arriving.received('device_added')).toMatchObject([
      { device: { pk: on.pk, alive: 1 } },
      { device: { pk: off.pk, alive: 0 } },
    ]),
  );
});

test('[SEQ-2] a removal that arrives after an index which has it takes the device off the screens that show it', async () => {
  const [room, elsewhere] = [await gateways.addDevice(ROOM), await gateways.addDevice(ELSEWHERE)];
  const both = [await gateways.addDevice(ROOM), await gateways.addDevice(ELSEWHERE)].map(({ pk }) => pk);
  const [all, one] = [await openWatching('all'), await openWatching({ groups: [ROOM] })];
  const { commands } = gateways.redis;
  const index = redisKeys.index(gateways.company);
  const gone = [room.pk, elsewhere.pk, ...both];
  const version = Number(await commands.hGet(index, 'version')) + 3;
  await commands.hDel(
    index,
    gone.map((pk) => `d${pk}`),
  );
  await commands.hSet(index, 'version', version);
  await publish(gateways.redis, busChannels.company(gateways.company), { t: 'index_rebuilt', version });
  await eventually(async () => expect(await all.ask('watch_device', { pk: room.pk })).toMatchObject({ ok: false }));

  await gateways.change({ t: 'device_removed', device_pk: room.pk, from: ROOM });
  await gateways.change({ t: 'device_removed', device_pk: elsewhere.pk, from: ELSEWHERE });
  const seq = await gateways.change({ t: 'devices_removed', pks: both, from: [ROOM, ELSEWHERE] });
  await eventually(() => expect(all.received('devices_removed')).toEqual([{ seq, pks: both }]));
  await eventually(() => expect(one.received('devices_removed')).toEqual([{ seq, pks: both.slice(0, 1) }]));
  expect(all.received('device_removed').map((event) => event['device_pk'])).toEqual([room.pk, elsewhere.pk]);
  expect(one.received('device_removed').map((event) => event['device_pk'])).toEqual([room.pk]);
});

test('[SEQ-11] the same change of several devices is one event, with the devices that its viewer may see', async () => {
  const [room, elsewhere] = [await gateways.addDevice(ROOM), await gateways.addDevice(ELSEWHERE)];
  const pks = [room.pk, elsewhere.pk];
  const [all, one, none] = [
    await openWatching('all'),
    await openWatching({ groups: [ROOM] }),
    await openWatching({ groups: [HOME] }),
  ];
  const patch = { config_version: 7 };
  const seq = await gateways.change({ t: 'devices_changed', pks, patch });
  await eventually(() => expect(all.received('devices_changed')).toEqual([{ seq, pks, patch }]));
  await eventually(() => expect(one.received('devices_changed')).toEqual([{ seq, pks: [room.pk], patch }]));
  await eventually(() => expect(none.received('alive').at(-1)).toEqual({ seq, rows: [] }));
  expect(none.received('devices_changed')).toEqual([]);
});

test('[SEQ-8] viewers of the whole tree receive its changes, the others only the sequence number', async () => {
  const [all, some] = [
    await gateways.browser((await gateways.session()).token),
    await gateways.browser((await gateways.session({ sight: { groups: [ROOM] } })).token),
  ];
  for (const browser of [all, some]) await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  const seq = await gateways.change({ t: 'group_changed', changed: [], removed: [GroupPk.parse(77)] });
  await eventually(() => expect(all.received('group_changed')).toEqual([{ seq, changed: [], removed: [77] }]));
  await eventually(() => expect(some.received('group_changed')).toEqual([{ seq }]));

  const details = [GroupPk.parse(77)];
  const later = await gateways.change({ t: 'group_changed', changed: [], removed: [], details });
  const announced = { seq: later, changed: [], removed: [], details };
  await eventually(() => expect(all.received('group_changed').at(-1)).toEqual(announced));
  await eventually(() => expect(some.received('alive').at(-1)).toEqual({ seq: later, rows: [] }));
  expect(some.received('group_changed')).toHaveLength(1);
});

test('[SEQ-9] the heartbeat answers the sequence number; neither it nor an equal watch_fleet changes the subscription', async () => {
  const browser = await gateways.browser((await gateways.session()).token);
  const watch = () => browser.ask('watch_fleet', { group_pk: 'all', usage: true });
  await watch();
  const seq = await gateways.change({ t: 'group_changed', changed: [], removed: [] });
  expect(await browser.ask('sync_check', {})).toEqual({ ok: true, seq, announced: 0 });
  expect(await watch()).toEqual({ ok: true, seq, announced: 0 });
  const subscriptions = () => gateways.entryCounts().map(({ subscriptions: count }) => count);
  const before = subscriptions();
  await Promise.all([watch(), watch()]);
  expect(subscriptions()).toEqual(before);
  await gateways.change({ t: 'group_changed', changed: [], removed: [] });
  await eventually(() => expect(browser.received('group_changed')).toHaveLength(2));
});

test('[SEQ-10] a user whom windows bind sees devices approved within them, and hears of their edges alone', async () => {
  const device = await gateways.addDevice(ROOM);
  const watch = async (user: number, usesApproval: boolean, windows: Session['windows'] = []) => {
    const session = await gateways.session({ user: UserPk.parse(user), usesApproval, windows });
    const browser = await gateways.browser(session.token);
    await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
    return browser;
  };
  const ahead = Date.now() + 3_600_000;
  const [bound, inside, free] = [
    await watch(21, true),
    await watch(22, true, [[device.pk, 0, ahead]]),
    await watch(23, false),
  ];
  const approvalsOf = (browser: TestSocket) =>
    browser.received('device_changed').map((event) => (event as { patch: { approval: number } }).patch.approval);
  const approve = { t: 'device_changed', device_pk: device.pk, patch: { approval: 1 } } as const;
  await gateways.change(approve);
  await eventually(() => expect([bound, inside, free].map(approvalsOf)).toEqual([[0], [1], [1]]));

  const edge = { t: 'approval_window', device_pk: device.pk, user: UserPk.parse(21) } as const;
  const seq = await gateways.change({ ...edge, open: true }, { ...edge, open: false });
  await eventually(() => expect(approvalsOf(bound)).toEqual([0, 1, 0]));
  // The others receive the number alone, so that none is missing.
  await eventually(() => expect(free.received('alive')).toContainEqual({ seq, rows: [] }));
  expect([inside, free].map(approvalsOf)).toEqual([[1], [1]]);
});
