import type { DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { persistSystemInfo } from './persist-system-info.ts';

const test = workersTest();
let workers: WorkersTestContext;
let live: Record<string, unknown>[] = [];

test.beforeAll(async ({ workers: started }) => {
  workers = started;
  const channel = busChannels.company(workers.company);
  await workers.deps.redis.subscribe(channel, (text) => live.push(JSON.parse(text) as Record<string, unknown>));
});
test.beforeEach(() => {
  live = [];
});

type SystemInfo = StreamEntryOf<'system_info'>['data']['systemInfo'];
let at = 1;
const reported = (device: DevicePk, more: Partial<SystemInfo> = {}): StreamEntryOf<'system_info'> => {
  const systemInfo = {
    protocol: 2,
    system_time: '',
    running_time: 1,
    time_zone: 'UTC',
    user_os_str: 'Debian 13',
    cs_ver: '1',
    s_pri_ip: '10.0.0.1',
    s_pub_ip: '192.0.2.1',
    ip_addr: '10.0.0.1',
    netmask: '',
    gateway: '',
    dns: '',
    bios: '',
    processor: '',
    mac_addr: '',
    latitude: 37.5665,
    longitude: 126.978,
    config_version: 3,
    ...more,
  };
  at += 1;
  return { id: `${at}-0`, company: workers.company, kind: 'system_info', seq: 0, data: { device, systemInfo } };
};
const persist = (...entries: StreamEntryOf<'system_info'>[]) => persistSystemInfo(workers.deps, entries);
const system = <T>(work: Parameters<typeof workers.deps.database.asSystem<T>>[0]) =>
  workers.deps.database.asSystem(work);
const storedOf = async (pk: DevicePk) => (await system((tx) => tx.select().from(devices).where(eq(devices.pk, pk))))[0];
const fleetVersion = async () =>
  (await system((tx) => tx.select().from(companies).where(eq(companies.pk, workers.company))))[0]?.fleetVersion;

test('a location that an administrator has set stays, and the one that is reported is kept for when it is cleared', async () => {
  const device = await workers.addDevice();
  await persist(reported(device));
  await system((tx) =>
    tx.update(devices).set({ latitude: 1, longitude: 2, isLocationSet: true }).where(eq(devices.pk, device)),
  );
  await persist(reported(device, { latitude: 37.6, longitude: 127 }));
  const set = { latitude: 1, longitude: 2 };
  expect(await storedOf(device)).toMatchObject({ ...set, reportedLatitude: 37.6, reportedLongitude: 127 });
});

test('[SEQ-11] what no list shows is stored, and not published', async () => {
  const device = await workers.addDevice();
  await persist(reported(device));
  const version = await fleetVersion();
  await persist(reported(device, { bios: 'F.42', gateway: '10.0.0.254' }));
  expect(await storedOf(device)).toMatchObject({ bios: 'F.42', gateway: '10.0.0.254' });
  expect(await fleetVersion()).toBe(version);
});

test('[SEQ-11] a device is published with what changed of it, and nothing else', async () => {
  const device = await workers.addDevice();
  await persist(reported(device));
  await persist(reported(device, { s_pub_ip: '192.0.2.9', bios: 'F.42' }));
  const patch = { s_pub_ip: '192.0.2.9' };
  await eventually(() => expect(live.at(-1)).toMatchObject({ t: 'device_changed', device_pk: device }));
  expect(live.at(-1)?.['patch']).toEqual(patch);
});

test('[SEQ-11] [SETTINGS-2] devices that report the same new version of their settings are one message', async () => {
  const pks = [await workers.addDevice(), await workers.addDevice(), await workers.addDevice()];
  const [own, ...others] = pks;
  await persist(...pks.map((pk) => reported(pk)));
  const version = (await fleetVersion()) ?? 0;
  const since = () => live.filter((message) => Number(message['version']) > version);
  await persist(
    reported(own!, { config_version: 4, cs_ver: '2' }),
    ...others.map((pk) => reported(pk, { config_version: 4 })),
  );
  await eventually(() => expect(since()).toHaveLength(2));
  expect(since()).toMatchObject([
    { t: 'device_changed', device_pk: own, patch: { cs_ver: '2', config_version: 4 } },
    { t: 'devices_changed', pks: others, patch: { config_version: 4 } },
  ]);
  expect(await fleetVersion()).toBe(version + 2);
});

test('[UPD-5] a device has its former version while a new one is on trial', async () => {
  const device = await workers.addDevice();
  await persist(reported(device, { agent_start_id: 'former' }));
  await persist(reported(device, { agent_start_id: 'tried', cs_ver: '2', on_trial: true }));
  const tried = await storedOf(device);
  expect(tried).toMatchObject({ agentVersion: '1', agentStartId: 'tried' });
  await persist(reported(device, { agent_start_id: 'tried', cs_ver: '2', on_trial: true, bios: 'F.42' }));
  expect(await storedOf(device)).toMatchObject({ agentVersion: '1', startReportedAt: tried?.startReportedAt });
  await persist(reported(device, { agent_start_id: 'kept', cs_ver: '2' }));
  expect(await storedOf(device)).toMatchObject({ agentVersion: '2', agentStartId: 'kept' });
});

test('the place of a device that is not approved is stored, and not published', async () => {
  const device = await workers.addDevice();
  await system((tx) => tx.update(devices).set({ approval: 0 }).where(eq(devices.pk, device)));
  await persist(reported(device));
  const version = await fleetVersion();
  await persist(reported(device, { latitude: 37.6 }));
  expect(await storedOf(device)).toMatchObject({ latitude: 37.6 });
  expect(await fleetVersion()).toBe(version);
  const ofDevice = () => live.filter((message) => message['device_pk'] === device);
  await eventually(() => expect(ofDevice()).toHaveLength(1));
  expect(ofDevice()[0]?.['patch']).not.toHaveProperty('latitude');
});

test('a report that is handled again changes nothing once a later one is stored', async () => {
  const device = await workers.addDevice();
  const first = reported(device, { s_pub_ip: '192.0.2.1', bios: 'F.41' });
  const late = reported(device, { s_pub_ip: '192.0.2.2', bios: 'F.42' });
  const last = reported(device, { s_pub_ip: '192.0.2.3', bios: 'F.43' });
  await persist(first);
  await persist(last);
  const version = await fleetVersion();
  await persist(late);
  expect(await storedOf(device)).toMatchObject({ publicIp: '192.0.2.3', bios: 'F.43' });
  expect(await fleetVersion()).toBe(version);
});
