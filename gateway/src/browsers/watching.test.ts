import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandId, CompanyPk, DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import { keys } from '@vigil/shared/platform/redis/keys';
import { recordTransitions } from '@vigil/shared/platform/redis/presence';
import { announceSessionChange, endSession, readSession, writeSession } from '@vigil/shared/platform/sessions';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import {
  deviceRow,
  ELSEWHERE,
  HOME,
  ROOM,
  startTestGateways,
  type TestGateways,
  type TestMachine,
} from '../testing/test-gateway.ts';

let gateways: TestGateways;
let home: TestMachine;
let room: TestMachine;
let elsewhere: TestMachine;

beforeAll(async () => {
  gateways = await startTestGateways();
  [home, room, elsewhere] = [
    await gateways.addMachine(HOME),
    await gateways.addMachine(ROOM),
    await gateways.addMachine(ELSEWHERE),
  ];
});
afterAll(() => gateways[Symbol.asyncDispose]());

const open = async (more: Parameters<TestGateways['session']>[0] = {}) => {
  const { token, id } = await gateways.session(more);
  return { id, browser: await gateways.browser(token) };
};
const watch = (browser: TestSocket, group_pk: number | 'all' = 'all', usage = false) =>
  browser.ask('watch_fleet', { group_pk, usage });
const change = (machine: TestMachine, memo: string) =>
  gateways.change({ t: 'device_changed', device_pk: machine.device, patch: { memo } });
const seqs = (browser: TestSocket) =>
  ['alive', 'device_changed', 'device_added', 'device_removed', 'group_changed']
    .flatMap((name) => browser.heard(name).map((event) => Number(event['seq'])))
    .toSorted((a, b) => a - b);
const said = (browser: TestSocket, name: string) => browser.heard(name).map((event) => event['device_pk']);

test('[SEQ-2] each watcher hears every number, and only what it may see with it', async () => {
  const { browser: all } = await open();
  const { browser: inRoom } = await open({ groups: [ROOM] });
  const { browser: branch } = await open();
  const since = await watch(all);
  await Promise.all([watch(inRoom), watch(branch, HOME)]);
  const machines = [home, room, elsewhere];
  const numbers: number[] = [];
  for (const machine of machines) numbers.push(await change(machine, 'x'));
  for (const browser of [all, inRoom, branch]) await eventually(() => expect(seqs(browser)).toEqual(numbers));
  expect(numbers[0]).toBeGreaterThan(Number(since['seq']));
  expect(said(all, 'device_changed')).toEqual(machines.map((one) => one.device));
  expect(said(inRoom, 'device_changed')).toEqual([room.device]);
  expect(said(branch, 'device_changed')).toEqual([home.device, room.device]);
  expect(inRoom.heard('alive').every((event) => (event['rows'] as unknown[]).length === 0)).toBe(true);
});

test('[SEQ-2] presence is told of devices in sight only', async () => {
  const { browser } = await open({ groups: [ROOM] });
  await watch(browser);
  const transition = (machine: TestMachine) => ({
    device: machine.device,
    online: true,
    connection: randomUUID(),
    at: 5,
  });
  const place = { company: gateways.company, gateway: 'other' };
  await recordTransitions(gateways.redis, place, [transition(room), transition(elsewhere)]);
  await eventually(() => expect(browser.heard('alive').map((event) => event['rows'])).toEqual([[[room.device, 1, 5]]]));
});

test('a move brings a device into sight of one and out of sight of another', async () => {
  const { browser: inRoom } = await open({ groups: [ROOM] });
  const { browser: inHome } = await open({ groups: [HOME] });
  await Promise.all([watch(inRoom), watch(inHome)]);
  const machine = await gateways.addMachine(HOME);
  const device = deviceRow(machine.device, { device_group_fk: ROOM, device_group_name: 'Room' });
  await gateways.change({ t: 'devices_moved', pks: [device.pk], from: HOME, to: ROOM, group_name: 'Room', device });
  await eventually(() => expect(inRoom.heard('device_added')).toMatchObject([{ device: { pk: machine.device } }]));
  await eventually(() => expect(inHome.heard('devices_removed')).toMatchObject([{ pks: [machine.device] }]));
});

test('nobody watches a device, or its pictures, out of sight or of another company', async () => {
  const { browser } = await open({ groups: [ROOM] });
  const foreign = DevicePk.parse(4_000);
  await gateways.redis.commands.hSet(keys.index(CompanyPk.parse(9)), { version: '1', d4000: '1|1|1|-', g1: '1|-|-' });
  for (const pk of [home.device, foreign]) {
    expect(await browser.ask('watch_device', { pk })).toEqual({ ok: false, error: { code: 'not_found' } });
  }
  expect(await browser.ask('watch_device', { pk: room.device })).toEqual({ ok: true });
  const devices = [home.device, room.device, foreign];
  expect(await browser.ask('watch_thumbnails', { devices, width: 320, interval_ms: 1_000 })).toEqual({
    ok: true,
    refused: [home.device, foreign],
  });
});

test('pictures need their right', async () => {
  const { browser } = await open({ without: ['CSThumbnailView'] });
  const wanted = { devices: [room.device], width: 320, interval_ms: 1_000 };
  expect(await browser.ask('watch_thumbnails', wanted)).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
  expect(await browser.ask('watch_thumbnails', { ...wanted, devices: [] })).toEqual({ ok: true, refused: [] });
});

test('[SEQ-6] processes and command states go to whoever watches the device, and states to the issuer', async () => {
  const { browser: watching } = await open();
  const { browser: issuer } = await open({ user: UserPk.parse(77) });
  const { browser: bystander } = await open({ user: UserPk.parse(78) });
  await watching.ask('watch_device', { pk: home.device });
  await Promise.all([watch(issuer), watch(bystander)]);
  using agent = await gateways.agent(home);
  agent.socket.emit('processes', { at: 1, rows: [] });
  await eventually(() => expect(said(watching, 'processes')).toEqual([home.device]));
  const id = CommandId.parse(randomUUID());
  const state = { t: 'command_state', id, device_pk: home.device, type: 'reboot', state: 'done', at: 1 } as const;
  await publish(gateways.redis, channels.company(gateways.company), { ...state, issuer: UserPk.parse(77) });
  await eventually(() => expect(said(watching, 'command_state')).toEqual([home.device]));
  await eventually(() => expect(said(issuer, 'command_state')).toEqual([home.device]));
  expect(watching.heard('command_state')[0]).not.toHaveProperty('issuer');
  await change(home, 'marker');
  await eventually(() => expect(said(bystander, 'device_changed')).toContain(home.device));
  expect([said(bystander, 'command_state'), said(bystander, 'processes')]).toEqual([[], []]);
});

test('[SESSION-2] when a session ends its sockets hear why and are closed, and no others', async () => {
  const [gone, other] = [await open(), await open()];
  await endSession(gateways.redis, gone.id, 'deactivated');
  await eventually(() => expect(gone.browser.heard('session_ended')).toEqual([{ reason: 'deactivated' }]));
  await eventually(() => expect(gone.browser.socket.connected).toBe(false));
  expect(await watch(other.browser)).toMatchObject({ ok: true });
});

test('other rights are another sight: the socket comes back for it', async () => {
  const { id, browser } = await open();
  const session = await readSession(gateways.redis, id);
  if (!session) throw new Error('no session');
  await announceSessionChange(gateways.redis, id);
  expect(await watch(browser)).toMatchObject({ ok: true });
  await writeSession(gateways.redis, { ...session, groups: [ROOM] }, Date.now());
  await announceSessionChange(gateways.redis, id);
  await eventually(() => expect(browser.socket.connected).toBe(false));
  expect(browser.heard('session_ended')).toEqual([]);
});

test('[HELLO-5] a deleted device’s agent is told and let go', async () => {
  const machine = await gateways.addMachine();
  using agent = await gateways.agent(machine);
  await gateways.change({ t: 'device_removed', device_pk: machine.device });
  await eventually(() => expect(agent.heard('deleted')).toHaveLength(1));
  await eventually(() => expect(agent.socket.connected).toBe(false));
});
