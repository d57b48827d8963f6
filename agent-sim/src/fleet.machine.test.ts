import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@vigil/agent/testing/eventually';
import { TestGateway } from '@vigil/agent/testing/test-gateway';
import type { AgentCommandType } from '@vigil/shared/contract/names';
import { releaseSystemOfOs } from '@vigil/shared/contract/release';
import { expect, test } from 'vitest';
import type { DeviceTimes } from './device-times.ts';
import { startSimulatedFleet, type SimulatedFleet, type FleetOptions } from './fleet.ts';

/** Of a device that tests wait for. */
const short: Partial<DeviceTimes> = {
  reboot: { min: 800, max: 1_200 },
  wake: { min: 100, max: 200 },
  updateStepMs: 50,
};

async function connectedFleet(gateway: TestGateway, options: Partial<FleetOptions> = {}): Promise<SimulatedFleet> {
  const fleet = startSimulatedFleet({ server: gateway.url, enrolToken: 'token', count: 5, rate: 1_000, ...options });
  await fleet.whenConnected();
  return fleet;
}

/** The device at the other end of a gateway's socket. */
const guidOf = (socket: TestGateway['socket']): string =>
  guidIn((socket.handshake.auth as { credential: string }).credential);

const guidIn = (credential: string): string =>
  (JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as { guid: string }).guid;

const socketOf = (gateway: TestGateway, guid: string | null) =>
  gateway.sockets.find((socket) => guidOf(socket) === guid);

async function send(
  gateway: TestGateway,
  guid: string | null,
  type: AgentCommandType,
  args: object = {},
): Promise<string> {
  const id = randomUUID();
  const socket = await eventually(() => socketOf(gateway, guid));
  const command = gateway.signed({ id, type, args: { ...args } }, { guid: guid ?? '' });
  await socket.timeout(5_000).emitWithAck('command', command);
  return id;
}

const statesOf = (gateway: TestGateway, id: string) =>
  gateway.received.command_progress.filter((progress) => progress.id === id).map(({ state }) => state);

test('all devices enrol, connect, and send reports that conform to the contract', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 60 });
  await eventually(() => gateway.received.alive.length >= 60 && gateway.received.system_usage.length >= 60);
  expect(fleet.counters).toMatchObject({ enrolled: 60, connected: 60, waiting: 0, errors: 0 });
  expect(new Set(gateway.received.alive.map(({ mac_addr }) => mac_addr)).size).toBe(60);
});

test('the same seed gives the same devices in a second run; stored credentials avoid the enrolment', async () => {
  await using gateway = await TestGateway.start();
  const folder = mkdtempSync(join(tmpdir(), 'vigil-sim-'));
  const guids: (string | null)[][] = [];
  for (const stateFolder of [undefined, folder, folder]) {
    await using fleet = await connectedFleet(gateway, { seed: 7, stateFolder });
    await fleet.started;
    guids.push(fleet.devices.map(({ guid }) => guid));
  }
  rmSync(folder, { recursive: true });
  expect(guids[1]).toEqual(guids[0]);
  expect(guids[2]).toEqual(guids[0]);
  expect(gateway.enrolments).toHaveLength(10);
});

test('[HELLO-10] a simulated device makes a new key by itself, and keeps it in a second run', async () => {
  await using gateway = await TestGateway.start();
  const stateFolder = mkdtempSync(join(tmpdir(), 'vigil-sim-'));
  const options = { count: 2, seed: 8, stateFolder };
  let split = '';
  {
    await using fleet = await connectedFleet(gateway, options);
    const before = fleet.device(1).guid;
    gateway.refuse = ({ credential }) => (guidIn(credential) === before ? { code: 'new_key_required' } : null);
    fleet.device(1).dropConnection();
    split = await eventually(() => {
      const { guid, connected } = fleet.device(1);
      return connected && guid !== before ? guid : null;
    });
  }
  await using again = await connectedFleet(gateway, options);
  expect(again.device(1).guid).toBe(split);
  expect(gateway.newKeys).toHaveLength(1);
  rmSync(stateFolder, { recursive: true });
});

test('a refused enrolment rejects the start with the reason', async () => {
  await using gateway = await TestGateway.start();
  gateway.apiProblem = { status: 409, code: 'licence_volume_exceeded' };
  await using fleet = startSimulatedFleet({ server: gateway.url, enrolToken: 'token', count: 3 });
  await expect(fleet.started).rejects.toMatchObject({ code: 'licence_volume_exceeded' });
});

test('a dropped connection is lost on both sides at once, and is opened again', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway);
  expect(fleet.device(2).dropConnection()).toBe(true);
  await eventually(() => gateway.sockets.length === 4);
  await fleet.whenConnected();
  expect(fleet.counters.disconnects).toBe(1);
});

test.concurrent('the connection of a paused device is half open: nothing is sent, answered or closed until it is resumed', async () => {
  await using gateway = await TestGateway.start({ interval: 500, timeout: 500 });
  await using fleet = await connectedFleet(gateway, { count: 1 });
  const device = fleet.device(0);
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length > 2);
  device.pause();
  const heard = gateway.received.system_usage.length;
  // The gateway finds out by its own pings, 1 s here, in which five reports would come.
  let answered = false;
  gateway.command({ type: 'process_list', args: {} }).then(
    () => (answered = true),
    () => undefined,
  );
  await eventually(() => gateway.sockets.length === 0);
  expect(answered).toBe(false);
  expect(gateway.received.system_usage.length).toBeLessThanOrEqual(heard);
  device.resume();
  await fleet.whenConnected(1);
  await eventually(() => gateway.sockets.length === 1);
});

test.concurrent('a rebooted device is offline for a while and returns with a running time of zero', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 2, times: short });
  const { guid } = fleet.device(1);
  const id = await send(gateway, guid, 'reboot');
  await eventually(() => socketOf(gateway, guid) === undefined);
  const gone = Date.now();
  await eventually(() => statesOf(gateway, id).at(-1) === 'done');
  expect(statesOf(gateway, id)).toEqual(['running', 'done']);
  expect(Date.now() - gone).toBeGreaterThan(700);
  await eventually(() => gateway.received.alive.some(({ running_time }) => running_time < 5));
  expect(new Set(gateway.received.alive.map(({ boot_id }) => boot_id)).size).toBe(3);
});

test.each(['reboot', 'agent_restart'] as const)('in the stuck scenario a device stays off after %s', async (type) => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 2, scenario: 'stuck' });
  await fleet.started;
  const id = await send(gateway, fleet.device(0).guid, type);
  await eventually(() => fleet.device(0).state === 'off' && statesOf(gateway, id).at(-1) === 'running');
  expect(fleet.counters).toMatchObject({ connected: 1, off: 1, waiting: 0 });
});

test.concurrent('a device that was shut down stays away until a device of its network wakes it', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 11, times: short });
  const [sleeper, neighbour] = fleet.devices;
  const elsewhere = fleet.device(10);
  expect(elsewhere.profile.network).not.toBe(sleeper!.profile.network);
  const id = await send(gateway, sleeper!.guid, 'shutdown');
  await eventually(() => socketOf(gateway, sleeper!.guid) === undefined);
  expect(statesOf(gateway, id)).toEqual(['running']);
  expect(sleeper!.state).toBe('off');
  const mac_addr = sleeper!.profile.mac.toLowerCase().replaceAll(':', '-');
  const wakeFrom = async (sender: string) => {
    const wake = await send(gateway, sender, 'wol', { mac_addr, target_device_pk: 1 });
    await eventually(() => statesOf(gateway, wake).at(-1) === 'done');
  };
  const woken: string[] = [];
  const timer = sleeper!.wake.bind(sleeper);
  sleeper!.wake = () => {
    woken.push('woken');
    timer();
  };
  await wakeFrom(elsewhere.guid!);
  expect(woken).toEqual([]);
  await wakeFrom(neighbour!.guid!);
  expect(woken).toEqual(['woken']);
  await eventually(() => socketOf(gateway, sleeper!.guid));
  await eventually(() => fleet.counters.connected === 11 && fleet.counters.off === 0);
});

test.concurrent('an update shows its progress and raises the version that the device reports', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 1, times: short });
  const device = fleet.device(0);
  const { dev_os_id } = device.host.identity();
  const os = releaseSystemOfOs[dev_os_id];
  if (os === undefined) throw new Error('the device has no system that releases are made for');
  const id = await send(gateway, device.guid, 'update', { ...gateway.releaseKeys.job('4.3.0', [{ os }]) });
  await eventually(() => statesOf(gateway, id).at(-1) === 'done');
  expect(gateway.received.command_progress.flatMap(({ percent }) => percent ?? [])).toEqual([0, 20, 55, 80, 90]);
  await eventually(() => gateway.received.alive.some(({ cs_ver }) => cs_ver === '4.3.0'));
});

test('a deleted device is removed, and the fleet counts it', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 2 });
  const { guid } = fleet.device(0);
  gateway.refuse = ({ credential }) => (guidIn(credential) === guid ? { code: 'agent_deleted' } : null);
  gateway.apiProblem = { status: 401, code: 'agent_deleted' };
  socketOf(gateway, guid)?.disconnect(true);
  await eventually(() => fleet.device(0).state === 'removed');
  expect(fleet.counters).toMatchObject({ connected: 1, off: 1, waiting: 0 });
});

test('watched devices send frames whose content changes', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 8 });
  for (const socket of gateway.sockets) socket.emit('capture', { on: true, width: 160, interval_ms: 400, quality: 60 });
  await eventually(() => gateway.frames.length >= 40);
  expect(gateway.received.thumbnail.every(({ width }) => width === 160)).toBe(true);
  expect(new Set(gateway.frames.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBeGreaterThan(10);
  expect(fleet.counters.frames).toBeGreaterThanOrEqual(40);
});

test.each(['flapping', 'storm', 'overheating', 'slow'] as const)(
  'scenario %s runs and ends with its fleet',
  async (scenario) => {
    await using gateway = await TestGateway.start();
    await using fleet = await connectedFleet(gateway, { count: 20, scenario });
    await fleet.started;
    expect(fleet.counters.errors).toBe(0);
  },
);

test('in the flapping scenario connections are lost and opened again', async () => {
  await using gateway = await TestGateway.start();
  await using fleet = await connectedFleet(gateway, { count: 150, scenario: 'flapping' });
  // On a slow machine some of them are always on their way back.
  await eventually(() => fleet.counters.disconnects > 2);
  await eventually(() => fleet.counters.connected + fleet.counters.disconnects > 150 + 2);
});
