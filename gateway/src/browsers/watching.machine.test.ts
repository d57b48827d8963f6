import { randomUUID } from 'node:crypto';
import { CommandId, CompanyPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import { announceUserRightsChange } from '@vigil/shared/platform/rights';
import { readCachedSession, tryCacheSession } from '@vigil/shared/platform/sessions';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import {
  deviceRow,
  ELSEWHERE,
  HOME,
  ROOM,
  type TestGateways,
  type TestDevice,
  endSession,
} from '../testing/test-gateway.ts';

const test = gatewayTest();
let gateways: TestGateways;
let home: TestDevice;
let room: TestDevice;
let elsewhere: TestDevice;

test.beforeAll(async ({ gateways: started }) => {
  gateways = started;
  [home, room, elsewhere] = [
    await gateways.addDevice(HOME),
    await gateways.addDevice(ROOM),
    await gateways.addDevice(ELSEWHERE),
  ];
});

const open = async (more: Parameters<TestGateways['session']>[0] = {}) => {
  const { token, id, user } = await gateways.session(more);
  return { id, user, browser: await gateways.browser(token) };
};
const watch = (browser: TestSocket, group_pk: number | 'all' = 'all', usage = false) =>
  browser.ask('watch_fleet', { group_pk, usage });
const change = (device: TestDevice, memo: string) =>
  gateways.change({ t: 'device_changed', device_pk: device.pk, patch: { memo } });
const seqs = (browser: TestSocket) =>
  ['alive', 'device_changed', 'device_added', 'device_removed', 'group_changed']
    .flatMap((name) => browser.received(name).map((event) => Number(event['seq'])))
    .toSorted((a, b) => a - b);
const devicesIn = (browser: TestSocket, name: string) => browser.received(name).map((event) => event['device_pk']);

test('[SEQ-2] each watcher receives every sequence number, with only the devices that it may see', async () => {
  const { browser: all } = await open();
  const { browser: inRoom } = await open({ sight: { groups: [ROOM] } });
  const { browser: branch } = await open();
  const since = await watch(all);
  await Promise.all([watch(inRoom), watch(branch, HOME)]);
  const devices = [home, room, elsewhere];
  const numbers: number[] = [];
  for (const device of devices) numbers.push(await change(device, 'x'));
  for (const browser of [all, inRoom, branch]) await eventually(() => expect(seqs(browser)).toEqual(numbers));
  expect(numbers[0]).toBeGreaterThan(Number(since['seq']));
  expect(devicesIn(all, 'device_changed')).toEqual(devices.map(({ pk }) => pk));
  expect(devicesIn(inRoom, 'device_changed')).toEqual([room.pk]);
  expect(devicesIn(branch, 'device_changed')).toEqual([home.pk, room.pk]);
  expect(inRoom.received('alive').every((event) => (event['rows'] as unknown[]).length === 0)).toBe(true);
});

test('[SEQ-2] presence is sent for visible devices only', async () => {
  const { browser } = await open({ sight: { groups: [ROOM] } });
  await watch(browser);
  const transition = (device: TestDevice) => ({
    device: device.pk,
    online: true,
    connection: randomUUID(),
    at: 5,
  });
  const place = { company: gateways.company, gateway: 'other' };
  await recordSocketTransitions(gateways.redis, place, [transition(room), transition(elsewhere)]);
  await eventually(() => expect(browser.received('alive').map((event) => event['rows'])).toEqual([[[room.pk, 1, 5]]]));
});

test('a moved device becomes visible to one viewer and invisible to another', async () => {
  const { browser: inRoom } = await open({ sight: { groups: [ROOM] } });
  const { browser: inHome } = await open({ sight: { groups: [HOME] } });
  await Promise.all([watch(inRoom), watch(inHome)]);
  const { pk } = await gateways.addDevice(HOME);
  const device = deviceRow(pk, { device_group_fk: ROOM, device_group_name: 'Room' });
  await gateways.change({ t: 'devices_moved', pks: [pk], from: HOME, to: ROOM, group_name: 'Room', device });
  await eventually(() => expect(inRoom.received('device_added')).toMatchObject([{ device: { pk } }]));
  await eventually(() => expect(inHome.received('devices_removed')).toMatchObject([{ pks: [pk] }]));
});

test('devices that are not visible, or of another company, cannot be watched, nor their frames', async () => {
  const { browser } = await open({ sight: { groups: [ROOM] } });
  const foreign = DevicePk.parse(4_000);
  await gateways.redis.commands.hSet(redisKeys.index(CompanyPk.parse(9)), {
    version: '1',
    d4000: '1|1|1|-',
    g1: '1|-|-',
  });
  for (const pk of [home.pk, foreign]) {
    expect(await browser.ask('watch_device', { pk })).toEqual({ ok: false, error: { code: 'not_found' } });
  }
  expect(await browser.ask('watch_device', { pk: room.pk })).toEqual({ ok: true });
  const devices = [home.pk, room.pk, foreign];
  expect(await browser.ask('watch_thumbnails', { devices, width: 320, interval_ms: 1_000 })).toEqual({
    ok: true,
    refused: [home.pk, foreign],
  });
});

test('a device that is moved out of sight is no longer watched', async () => {
  const device = await gateways.addDevice(ROOM);
  const { browser: inRoom } = await open({ sight: { groups: [ROOM] } });
  const { browser: all } = await open();
  const viewers = () => gateways.entryCounts().map((counts) => counts['viewers']);
  const before = viewers();
  for (const browser of [inRoom, all])
    expect(await browser.ask('watch_device', { pk: device.pk })).toEqual({ ok: true });
  await inRoom.ask('watch_thumbnails', { devices: [device.pk], width: 320, interval_ms: 1_000 });
  expect(viewers()).not.toEqual(before);
  await gateways.change({ t: 'devices_moved', pks: [device.pk], from: ROOM, to: ELSEWHERE, group_name: 'Elsewhere' });
  await eventually(() => expect(viewers()).toEqual(before));
  using agent = await gateways.agent(device);
  agent.socket.emit('processes', { at: 1, rows: [] });
  await eventually(() => expect(devicesIn(all, 'processes')).toEqual([device.pk]));
  expect(devicesIn(inRoom, 'processes')).toEqual([]);
});

test('a browser that leaves while its fleet is loaded leaves nothing behind', async () => {
  const company = CompanyPk.parse(10);
  const { browser: leaving } = await open({ company });
  const { browser: staying } = await open({ company });
  const counts = () => gateways.entryCounts()[0] ?? {};
  const before = counts();
  leaving.socket.emit('watch_fleet', { group_pk: 'all', usage: true });
  leaving.socket.emit('watch_thumbnails', { devices: [DevicePk.parse(1)], width: 320, interval_ms: 1_000 });
  leaving.socket.emit('watch_fleet', { group_pk: 'all', usage: false });
  const watched = watch(staying);
  await eventually(() => expect(counts()['fleets']).toBe((before['fleets'] ?? 0) + 1));
  leaving.socket.disconnect();
  await eventually(() => expect(counts()['sessions']).toBe((before['sessions'] ?? 0) - 1));
  await gateways.redis.commands.hSet(redisKeys.index(company), { version: '0', d1: '0|1|1|-', g1: '0|-|-' });
  expect(await watched).toMatchObject({ ok: true });
  const { subscriptions, viewers, browserCaptures } = counts();
  expect({ subscriptions, viewers, browserCaptures }).toEqual({
    subscriptions: (before['subscriptions'] ?? 0) + 1,
    viewers: before['viewers'],
    browserCaptures: before['browserCaptures'],
  });
});

test('frames require the thumbnail right', async () => {
  const { browser } = await open({ without: ['CSThumbnailView'] });
  const wanted = { devices: [room.pk], width: 320, interval_ms: 1_000 };
  expect(await browser.ask('watch_thumbnails', wanted)).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
  expect(await browser.ask('watch_thumbnails', { ...wanted, devices: [] })).toEqual({ ok: true, refused: [] });
});

test('[SEQ-6] processes and command states go to the watchers of the device, and states to the issuer', async () => {
  const { browser: watching } = await open();
  const { browser: issuer } = await open({ user: UserPk.parse(77) });
  const { browser: bystander } = await open({ user: UserPk.parse(78) });
  await watching.ask('watch_device', { pk: home.pk });
  await Promise.all([watch(issuer), watch(bystander)]);
  using agent = await gateways.agent(home);
  agent.socket.emit('processes', { at: 1, rows: [] });
  await eventually(() => expect(devicesIn(watching, 'processes')).toEqual([home.pk]));
  const id = CommandId.parse(randomUUID());
  const state = { t: 'command_state', id, device_pk: home.pk, type: 'reboot', state: 'done', at: 1 } as const;
  await publish(gateways.redis, busChannels.company(gateways.company), { ...state, issuer: UserPk.parse(77) });
  await eventually(() => expect(devicesIn(watching, 'command_state')).toEqual([home.pk]));
  await eventually(() => expect(devicesIn(issuer, 'command_state')).toEqual([home.pk]));
  expect(watching.received('command_state')[0]).not.toHaveProperty('issuer');
  await change(home, 'marker');
  await eventually(() => expect(devicesIn(bystander, 'device_changed')).toContain(home.pk));
  expect([devicesIn(bystander, 'command_state'), devicesIn(bystander, 'processes')]).toEqual([[], []]);
});

test('[SESSION-2] when a session ends, its sockets receive the reason and are closed; others stay open', async () => {
  const [ended, other] = [await open(), await open()];
  await endSession(gateways.redis, ended.id, { reason: 'deactivated' });
  await eventually(() => expect(ended.browser.received('session_ended')).toEqual([{ reason: 'deactivated' }]));
  await eventually(() => expect(ended.browser.socket.connected).toBe(false));
  expect(await watch(other.browser)).toMatchObject({ ok: true });
});

test('[SESSION-2] the sockets of a session that expires are closed, and of one that was used stay open', async () => {
  const [expiring, used] = [await open({ until: Date.now() + 1_500 }), await open({ until: Date.now() + 1_500 })];
  const session = await readCachedSession(gateways.redis, used.id);
  if (!session) throw new Error('no session');
  const later = { ...session, until: Date.now() + 60_000 };
  expect(await tryCacheSession(gateways.redis, later, { where: 'present', now: Date.now() })).toBe(true);
  await eventually(() => expect(expiring.browser.received('session_ended')).toEqual([{ reason: 'expired' }]));
  expect(await watch(used.browser)).toMatchObject({ ok: true });
});

test('changed rights close the socket, so that the browser reconnects and reads a snapshot', async () => {
  const { user, browser } = await open();
  await announceUserRightsChange(gateways.redis, user);
  expect(await watch(browser)).toMatchObject({ ok: true });
  await gateways.changeRights(user, () => ({ sight: { groups: [ROOM] } }));
  await eventually(() => expect(browser.socket.connected).toBe(false));
  expect(browser.received('session_ended')).toEqual([]);
});

test('[HELLO-5] the agent of a deleted device receives `deleted` and is disconnected', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  await gateways.change({ t: 'device_removed', device_pk: device.pk });
  await eventually(() => expect(agent.received('deleted')).toHaveLength(1));
  await eventually(() => expect(agent.socket.connected).toBe(false));
});
