import { expect } from 'vitest';
import { ApprovalPk, CompanyPk, GroupPk, NoticePk, UserPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import type { MessageOf } from '@vigil/shared/platform/bus/messages';
import { channels } from '@vigil/shared/platform/bus/channels';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, ROOM, type TestGateways } from '../testing/test-gateway.ts';

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

test('[SEQ-6] a decision reaches every browser of the users that it concerns, and no others', async () => {
  const [requester, elsewhere, bystander] = [await open(1), await open(1, 1), await open(2)];
  const decision: MessageOf<'approval_changed'> = {
    t: 'approval_changed',
    to: [UserPk.parse(1)],
    pk: ApprovalPk.parse(7),
    state: 2,
  };
  await publish(gateways.redis, channels.company(gateways.company), decision);
  await publish(gateways.redis, channels.company(gateways.company), { t: 'policy_changed' });
  for (const browser of [requester, elsewhere])
    await eventually(() => expect(browser.received('approval_changed')).toEqual([{ pk: 7, state: 2 }]));
  await eventually(() => expect(bystander.received('policy_changed')).toEqual([{}]));
  expect(bystander.received('approval_changed')).toEqual([]);
});

test('[SEQ-6] a notice reaches every browser of every company and gateway, watching or not', async () => {
  const own = await open(1, 1);
  const { token } = await gateways.session({ company: CompanyPk.parse(2), user: UserPk.parse(9) });
  const foreign = await gateways.browser(token);
  await publish(gateways.redis, channels.everyone, { t: 'notice_posted', pk: NoticePk.parse(3) });
  for (const browser of [own, foreign])
    await eventually(() => expect(browser.received('notice_posted')).toEqual([{ pk: 3 }]));
});

test('[SEQ-7] devices that leave a group together are one event, as each viewer may see it', async () => {
  const watching = async (groups: 'all' | GroupPk[]) => {
    const browser = await gateways.browser((await gateways.session({ groups })).token);
    await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
    return browser;
  };
  const devices = [await gateways.addDevice(ROOM), await gateways.addDevice(ROOM), await gateways.addDevice(ROOM)];
  const pks = devices.map(({ pk }) => pk);
  const [all, leaving, arriving, neither] = [
    await watching('all'),
    await watching([ROOM]),
    await watching([HOME]),
    await watching([ELSEWHERE]),
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

test('[SEQ-8] viewers of the whole tree receive its changes, the others only the sequence number', async () => {
  const [all, some] = [
    await gateways.browser((await gateways.session()).token),
    await gateways.browser((await gateways.session({ groups: [ROOM] })).token),
  ];
  for (const browser of [all, some]) await browser.ask('watch_fleet', { group_pk: 'all', usage: false });
  const seq = await gateways.change({ t: 'group_changed', changed: [], removed: [GroupPk.parse(77)] });
  await eventually(() => expect(all.received('group_changed')).toEqual([{ seq, changed: [], removed: [77] }]));
  await eventually(() => expect(some.received('group_changed')).toEqual([{ seq }]));
});

test('[SEQ-9] the heartbeat answers the sequence number; neither it nor an equal watch_fleet changes the subscription', async () => {
  const browser = await gateways.browser((await gateways.session()).token);
  const watch = () => browser.ask('watch_fleet', { group_pk: 'all', usage: true });
  await watch();
  const seq = await gateways.change({ t: 'group_changed', changed: [], removed: [] });
  expect(await browser.ask('sync_check', {})).toEqual({ ok: true, seq });
  expect(await watch()).toEqual({ ok: true, seq });
  const subscriptions = () => gateways.entryCounts().map(({ subscriptions: count }) => count);
  const before = subscriptions();
  await Promise.all([watch(), watch()]);
  expect(subscriptions()).toEqual(before);
  await gateways.change({ t: 'group_changed', changed: [], removed: [] });
  await eventually(() => expect(browser.received('group_changed')).toHaveLength(2));
});
