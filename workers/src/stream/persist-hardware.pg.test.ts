import { createHash } from 'node:crypto';
import { HardwareId, type Hardware } from '@vigil/shared/contract/hardware';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { deviceHardware, devices } from '@vigil/shared/platform/db/schema/devices';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { persistRefusedHardware } from './persist-hardware.ts';
import { persistSystemInfo } from './persist-system-info.ts';

const test = workersTest();
let workers: WorkersTestContext;
const live: Record<string, unknown>[] = [];

test.beforeAll(async ({ workers: started }) => {
  workers = started;
  const channel = busChannels.company(workers.company);
  await workers.deps.redis.subscribe(channel, (text) => live.push(JSON.parse(text) as Record<string, unknown>));
});

const hardwareOf = (name: string, n: number): Hardware => ({
  id: HardwareId.parse(createHash('sha256').update(name).digest('hex')),
  name,
  mac_addr: `02:00:00:00:00:${n.toString(16).padStart(2, '0')}`,
  s_pri_ip: '10.0.0.1',
  user_os_str: 'Debian 13',
});
const [first, second, third] = ['first', 'second', 'third'].map(hardwareOf) as [Hardware, Hardware, Hardware];

const connected = (device: DevicePk, at: number, hardware?: Hardware): StreamEntryOf<'system_info'> => {
  const systemInfo = {
    protocol: 1,
    system_time: '',
    running_time: 1,
    time_zone: 'UTC',
    user_os_str: 'Debian 13',
    cs_ver: '1',
    s_pri_ip: '10.0.0.1',
    s_pub_ip: '192.0.2.1',
    ip_addr: '',
    netmask: '',
    gateway: '',
    dns: '',
    bios: '',
    processor: '',
    mac_addr: hardware?.mac_addr ?? '',
    hardware,
  };
  return { id: `${at}-0`, company: workers.company, kind: 'system_info', seq: 0, data: { device, systemInfo } };
};
const refused = (device: DevicePk, at: number, hardware: Hardware): StreamEntryOf<'hardware'> => ({
  id: `${at}-0`,
  company: workers.company,
  kind: 'hardware',
  seq: 0,
  data: { device, hardware, publicIp: '192.0.2.2', at },
});

const read = (device: DevicePk) =>
  workers.deps.database.asSystem(async (tx) => {
    const [row] = await tx.select().from(devices).where(eq(devices.pk, device));
    const seen = await tx.select().from(deviceHardware).where(eq(deviceHardware.deviceFk, device));
    return {
      own: row?.hardwareId,
      flag: row?.possibleClone,
      seen: Object.fromEntries(
        seen.map((one) => [one.macAddr, [one.lastSeen.getTime(), one.connectedAt?.getTime() ?? null]]),
      ),
    };
  });
const announced = (device: DevicePk) =>
  live.filter((event) => event['device_pk'] === device && 'hardware' in event).map((event) => event['hardware']);

test('the first hardware that is connected has the key; an agent that names none changes nothing', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1)]);
  expect(await read(device)).toMatchObject({ own: null, flag: 0 });
  await persistSystemInfo(workers.deps, [connected(device, 2, first), connected(device, 3, first)]);
  expect(await read(device)).toEqual({ own: first.id, flag: 0, seen: {} });
});

test('hardware that was refused flags the device, describes both, and is told once', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1_000, first)]);
  const before = Date.now();
  for (const at of [2_000, 2_000, 3_000]) await persistRefusedHardware(workers.deps, [refused(device, at, second)]);
  const { own, flag, seen } = await read(device);
  expect([own, flag]).toEqual([first.id, 1]);
  expect(seen[second.mac_addr]).toEqual([3_000, null]);
  expect(seen[first.mac_addr]?.[0]).toBeLessThanOrEqual(before);
  await eventually(() => expect(announced(device)).toEqual([{ own: first.id, barred: [] }]));
  await persistRefusedHardware(workers.deps, [refused(device, 4_000, third)]);
  expect(Object.keys((await read(device)).seen)).toHaveLength(3);
});

test('hardware that connects while the known one is away flags the device, and is not taken for it', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1_000, first), connected(device, 2_000, second)]);
  const { own, flag, seen } = await read(device);
  expect([own, flag]).toEqual([first.id, 1]);
  expect(seen[second.mac_addr]).toEqual([2_000, 2_000]);
});

test('what was split from a device does not flag it again', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1_000, first)]);
  await persistRefusedHardware(workers.deps, [refused(device, 2_000, second)]);
  await workers.deps.database.asSystem(async (tx) => {
    await tx.update(deviceHardware).set({ barredAt: new Date() }).where(eq(deviceHardware.hardwareId, second.id));
    await tx.update(devices).set({ possibleClone: 0 }).where(eq(devices.pk, device));
  });
  await persistRefusedHardware(workers.deps, [refused(device, 3_000, second)]);
  expect((await read(device)).flag).toBe(0);
  expect((await read(device)).seen[second.mac_addr]).toEqual([3_000, null]);
});

test('one key may name so many computers and no more', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1_000, first)]);
  await persistRefusedHardware(
    workers.deps,
    Array.from({ length: 60 }, (_, n) => refused(device, 2_000 + n, hardwareOf(`copy ${n}`, 3 + n))),
  );
  expect(Object.keys((await read(device)).seen)).toHaveLength(50);
});

test('it waits for a device before it touches the hardware, as the API does', async () => {
  const device = await workers.addDevice();
  await persistSystemInfo(workers.deps, [connected(device, 1_000, first)]);
  await persistRefusedHardware(workers.deps, [refused(device, 2_000, second)]);
  const { database } = workers.deps;
  const waiting = async () => {
    const [row] = await database.asSystem((tx) =>
      tx.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    );
    expect(row?.count).toBe(1);
  };
  const written = await database.asSystem(async (tx) => {
    await tx.select().from(devices).where(eq(devices.pk, device)).for('no key update');
    const writing = persistSystemInfo(workers.deps, [connected(device, 3_000, second)]);
    await eventually(waiting);
    await tx.select().from(deviceHardware).where(eq(deviceHardware.deviceFk, device)).for('update', { noWait: true });
    return { writing };
  });
  await written.writing;
  expect((await read(device)).seen[second.mac_addr]).toEqual([3_000, 3_000]);
});

test('copies without hardware of their own are flagged when a boot comes back, a machine that starts again is not', async () => {
  const [copied, restarted, resumed] = [
    await workers.addDevice(),
    await workers.addDevice(),
    await workers.addDevice(),
  ];
  let at = 0;
  const report = (device: DevicePk, boot_id: string, card: number) => {
    const { data, ...entry } = connected(device, (at += 1));
    const mac_addr = `02:00:00:00:01:0${card}`;
    return persistSystemInfo(workers.deps, [
      { ...entry, data: { device, systemInfo: { ...data.systemInfo, boot_id, mac_addr } } },
    ]);
  };
  const flagOf = async (device: DevicePk) => (await read(device)).flag;
  await report(copied, 'a', 1);
  await report(copied, 'b', 2);
  expect(await flagOf(copied)).toBe(0);
  await report(copied, 'a', 1);
  expect(await flagOf(copied)).toBe(1);
  for (const boot of ['a', 'b', 'c']) for (const card of [1, 2]) await report(restarted, boot, card);
  expect(await flagOf(restarted)).toBe(0);
  // A system that hibernated while another one ran on the same machine.
  for (const boot of ['a', 'b', 'a']) await report(resumed, boot, 1);
  expect(await flagOf(resumed)).toBe(0);
});

test.each<[string, (boot: string) => object]>([
  ['with one card, at other addresses', (boot) => ({ s_pri_ip: boot === 'a' ? '10.0.0.1' : '10.0.0.2' })],
  ['at other sites', (boot) => ({ s_pub_ip: boot === 'a' ? '192.0.2.1' : '198.51.100.1' })],
  [
    'of which one has no card',
    (boot) => (boot === 'a' ? { s_pri_ip: '10.0.0.1' } : { s_pri_ip: '10.8.0.6', mac_addr: undefined }),
  ],
])('copies %s are flagged when a boot comes back', async (_which, ofBoot) => {
  const device = await workers.addDevice();
  let at = 0;
  for (const boot_id of ['a', 'b', 'a']) {
    const { data, ...entry } = connected(device, (at += 1));
    const systemInfo = { ...data.systemInfo, boot_id, mac_addr: '02:00:00:00:01:01', ...ofBoot(boot_id) };
    await persistSystemInfo(workers.deps, [{ ...entry, data: { device, systemInfo } }]);
    expect((await read(device)).flag).toBe(at < 3 ? 0 : 1);
  }
});
