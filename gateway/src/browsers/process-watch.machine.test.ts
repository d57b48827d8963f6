import type { Sight } from '@vigil/shared/domain/sight';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { parseStreamEntry } from '@vigil/shared/platform/redis/stream';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, ROOM, type TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const browserFor = async (sight: Sight = 'all') => gateways.browser((await gateways.session({ sight })).token);
const process = { name: 'editor', pid: 12, cpu_usage: 3, memory_usage: 1 };

test('a device whose processes are watched is asked for them by the gateway that holds it, again and again', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device, { gateway: 1 });
  const browser = await browserFor();
  await eventually(async () => {
    expect(await browser.ask('watch_device', { pk: device.pk, processes: true })).toEqual({ ok: true });
    expect(agent.received('watch_processes').length).toBeGreaterThan(0);
  });
  const asked = agent.received('watch_processes').length;
  await eventually(() => expect(agent.received('watch_processes').length).toBeGreaterThan(asked));
  agent.socket.emit('processes', { at: 1, rows: [process] });
  await eventually(() =>
    expect(browser.received('processes')).toMatchObject([{ device_pk: device.pk, rows: [process] }]),
  );
  // The clock of the server, not the agent's.
  expect(Number(browser.received('processes')[0]?.['at'])).toBeGreaterThan(1_000_000);
});

test('the processes of a device that is only opened, not visible or not approved are not asked for', async () => {
  const [opened, unseen, waiting] = [
    await gateways.addDevice(ROOM),
    await gateways.addDevice(HOME),
    await gateways.addDevice(ROOM),
  ];
  await gateways.change({ t: 'device_changed', device_pk: waiting.pk, patch: { approval: 0 } });
  using first = await gateways.agent(opened);
  using second = await gateways.agent(unseen);
  using third = await gateways.agent(waiting);
  const inRoom = await browserFor({ groups: [ROOM] });
  expect(await inRoom.ask('watch_device', { pk: unseen.pk, processes: true })).toMatchObject({ ok: false });
  await inRoom.ask('watch_device', { pk: waiting.pk, processes: true });
  await inRoom.ask('watch_device', { pk: opened.pk });
  expect([first, second, third].map((agent) => agent.received('watch_processes'))).toEqual([[], [], []]);
  // The same device is asked once its processes are watched: the requests before would have arrived.
  await eventually(async () => {
    await inRoom.ask('watch_device', { pk: opened.pk, processes: true });
    expect(first.received('watch_processes').length).toBeGreaterThan(0);
  });
  expect([second, third].map((agent) => agent.received('watch_processes'))).toEqual([[], []]);
});

test('who does not manage devices watches a device without its processes', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const manager = await browserFor();
  const other = await gateways.browser((await gateways.session({ without: ['CSDeviceManagement'] })).token);
  await eventually(async () => {
    expect(await other.ask('watch_device', { pk: device.pk, processes: true })).toEqual({
      ok: false,
      error: { code: 'not_allowed' },
    });
  });
  expect(agent.received('watch_processes')).toEqual([]);
  for (const browser of [other, manager])
    expect(await browser.ask('watch_device', { pk: device.pk })).toEqual({ ok: true });
  agent.socket.emit('processes', { at: 1, rows: [process] });
  await eventually(() => expect(manager.received('processes')).toHaveLength(1));
  // What the gateway sends to both comes after the list would have.
  await gateways.change({ t: 'device_changed', device_pk: device.pk, patch: { memo: 'after' } });
  await other.ask('watch_device', { pk: device.pk });
  expect(other.received('processes')).toEqual([]);
});

test('a device that moves out of sight is not asked any more', async () => {
  const device = await gateways.addDevice(ROOM);
  using agent = await gateways.agent(device);
  const inRoom = await browserFor({ groups: [ROOM] });
  await eventually(async () => {
    await inRoom.ask('watch_device', { pk: device.pk, processes: true });
    expect(agent.received('watch_processes').length).toBeGreaterThan(0);
  });
  const counts = () => gateways.entryCounts().map(({ watchedProcesses }) => watchedProcesses);
  expect(counts()).toEqual([expect.any(Number), 0]);
  const before = Number(counts()[0]);
  await gateways.change({ t: 'devices_moved', pks: [device.pk], from: ROOM, to: ELSEWHERE, group_name: 'Elsewhere' });
  await eventually(() => expect(counts()[0]).toBe(before - 1));
});

test('of the lists of a device one a minute is stored, as long as a report may be', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const browser = await browserFor();
  await browser.ask('watch_device', { pk: device.pk });
  const others = Array.from({ length: 1_999 }, (_, i) => ({ ...process, pid: 100 + i }));
  const send = (name: string) => agent.socket.emit('processes', { at: 1, rows: [{ ...process, name }, ...others] });
  await eventually(() => {
    send('first');
    expect(browser.received('processes').length).toBeGreaterThan(2);
  });
  const entries = await gateways.redis.commands.xRange(redisKeys.stream(partitionOf(gateways.company)), '-', '+');
  const stored = (entries ?? [])
    .map(({ id, message }) => parseStreamEntry(id, message))
    .filter((entry) => entry?.kind === 'processes' && entry.data.device === device.pk);
  expect(stored).toMatchObject([{ data: { rows: [{ name: 'first' }, ...others] } }]);
});
