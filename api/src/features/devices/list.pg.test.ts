import { listDevices, readDevice, readFleetSummary, listLatestUsage } from '@vigil/shared/contract/http/devices';
import { addFavourite } from '@vigil/shared/contract/http/favourites';
import { DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { deviceProcesses } from '@vigil/shared/platform/db/schema/devices';
import { publishFleetChangeOnce } from '@vigil/shared/platform/fleet/outbox';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
let room: GroupPk;
let kiosks: TestDevice[];
let panels: TestDevice[];

/** `[device, cpu, memory, …]` in the order of the usage columns; the rest is not measured. */
const measure = (device: number, cpu: number | null, disk: number | null, { pk } = company) =>
  api.deps.redis.commands.hSet(
    redisKeys.usage(pk),
    String(device),
    JSON.stringify([device, cpu, null, null, null, disk, null, null, null, null, null]),
  );

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  floor = await addGroup(api, company, 'Floor');
  room = await addGroup(api, company, 'Room', floor);
  kiosks = await addDevices(api, { company, group: floor, alias: 'Kiosk' }, 12, { osId: 2 });
  panels = await addDevices(api, { company, group: room, alias: 'Panel 100%' }, 3, { osId: 1, approval: 0 });
  await connectDevices(
    api,
    company,
    [kiosks[0], kiosks[1], panels[0]].flatMap((one) => (one ? [one.pk] : [])),
  );
  await measure(kiosks[0]?.pk ?? 0, 5, 33.33);
  await measure(kiosks[1]?.pk ?? 0, 70.5, null);
  await measure(kiosks[5]?.pk ?? 0, 99, 99);
});

type Query = NonNullable<Parameters<typeof api.call<typeof listDevices>>[2]>['query'];
const list = async (query: Query = {}, token = company.admin) => api.call(token, listDevices, { query });
const namesOf = async (query: Query, token?: string) => (await list(query, token)).objects.map((row) => row.alias);

test('a page is a page of the whole: numbers count, names sort as people sort them', async () => {
  const all = await namesOf({ by: 'alias', search_mode: 'all' });
  expect(all.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, i) => `Kiosk ${i + 1}`));
  const { objects, meta } = await list({ by: 'alias', limit: 5, offset: 10 });
  expect(objects.map((row) => row.alias)).toEqual(all.slice(10, 15));
  expect(meta.total_count).toBe(15);
});

test('live values sort, an offline device has none and comes last', async () => {
  const { objects } = await list({ by: 'cpu_usage', order: 'asc', search_mode: 'all' });
  expect(objects.slice(0, 2).map((row) => row.cpu_usage)).toEqual([5, 70.5]);
  expect(objects.slice(2).every((row) => row.cpu_usage === null)).toBe(true);
});

test('descending, those without a value still come last', async () => {
  const { objects } = await list({ by: 'cpu_usage', order: 'desc', search_mode: 'all' });
  expect(objects.slice(0, 3).map((row) => row.cpu_usage)).toEqual([70.5, 5, null]);
});

test('disk usage is in hundredths of a percent over HTTP', async () => {
  const { objects } = await list({ search_key: 'alias', search_value: 'Kiosk 1', limit: 1, by: 'alias' });
  expect(objects[0]).toMatchObject({ alias: 'Kiosk 1', hdd_usage: 3_333, alive: 1 });
});

test('search takes its words literally', async () => {
  expect(await namesOf({ search_key: 'alias', search_value: '100%' })).toHaveLength(3);
  expect(await namesOf({ search_key: 'alias', search_value: '%' })).toHaveLength(3);
  expect(await namesOf({ search_key: 'alias', search_value: 'kiosk 1', search_mode: 'all' })).toHaveLength(4);
  expect(await namesOf({ search_key: 'alive', search_value: '1' })).toHaveLength(3);
  expect(await namesOf({ search_key: 'dev_os_id', search_value: '1' })).toHaveLength(3);
  expect(await namesOf({ search_key: 'possible_clone', search_value: '1' })).toHaveLength(0);
  expect(await namesOf({ search_key: 'possible_clone', search_value: '0', search_mode: 'all' })).not.toHaveLength(0);
});

test('a name is found without the difference of case, width and composition', async () => {
  expect(await namesOf({ search_key: 'alias', search_value: 'ｋＩＯＳＫ　１２' })).toEqual(['Kiosk 12']);
});

test('a group is shown with everything below it', async () => {
  expect(await namesOf({ device_group_pk: String(floor), search_mode: 'all' })).toHaveLength(15);
  expect(await namesOf({ device_group_pk: String(room) })).toHaveLength(3);
});

test('a member sees the devices of their own groups only', async () => {
  const { token } = await addMember(api, company, { groups: [room] });
  const names = await namesOf({ search_mode: 'all', by: 'alias' }, token);
  expect(names).toEqual(['Panel 100% 1', 'Panel 100% 2', 'Panel 100% 3']);
  expect(await namesOf({ device_group_pk: String(floor) }, token)).toHaveLength(3);
  const summary = await api.call(token, readFleetSummary);
  expect(summary.objects[0]).toMatchObject({ total: 3, online: 1, offline: 2, waiting_approval: 3 });
  const usage = await api.call(token, listLatestUsage);
  expect(new Set(usage.objects.map((row) => row.device_fk))).toEqual(new Set(panels.map((one) => one.pk)));
  const hidden = await api.call(token, readDevice, { params: { pk: String(kiosks[0]?.pk) } });
  expect([hidden.status, hidden.error?.code]).toEqual([404, 'not_found']);
});

test('a member without groups sees no devices', async () => {
  const { token } = await addMember(api, company);
  const { objects, meta } = await list({}, token);
  expect([objects, meta.total_count]).toEqual([[], 0]);
});

test('favourites are the caller’s own', async () => {
  const { token } = await addMember(api, company, { groups: [floor] });
  await api.call(token, addFavourite, { body: { servernum: kiosks[3]?.pk ?? 0 } });
  expect(await namesOf({ device_group_pk: 'favorate' }, token)).toEqual(['Kiosk 4']);
  expect(await namesOf({ device_group_pk: 'favorate' })).toEqual([]);
});

test('[SEQ-3] a snapshot carries its sequence number', async () => {
  const own = await addCompany(api);
  const payload = { t: 'devices_removed' as const, pks: [] };
  const publish = (version: number) => publishFleetChangeOnce(api.deps.redis, own.pk, { version, payload });
  // The first number of a company is that of the clock.
  await publish(1_000);
  const before = (await list({}, own.admin)).meta.seq;
  await publish(1_001);
  expect((await list({}, own.admin)).meta.seq).toBe(before + 1);
  expect((await api.call(own.admin, listLatestUsage)).meta.seq).toBe(before + 1);
});

test('one device in full', async () => {
  const pk = kiosks[0]?.pk ?? DevicePk.parse(1);
  await api.deps.redis.commands.hSet(
    redisKeys.systemTimes(company.pk),
    String(pk),
    '{"running_time":90,"system_time":"2026-01-01"}',
  );
  const { objects } = await api.call(company.admin, readDevice, { params: { pk: String(pk) } });
  expect(objects[0]).toMatchObject({
    pk,
    running_time: 90,
    system_time: '2026-01-01',
    cpu_usage: 5,
    hardware_name: '',
  });
});

test('the last process list comes with the time when it was listed, also when the device is offline', async () => {
  const own = await addCompany(api);
  const place = { company: own, alias: 'Away' };
  const [away, waiting] = [
    (await addDevices(api, place, 1))[0]?.pk ?? DevicePk.parse(1),
    (await addDevices(api, place, 1, { approval: 0 }))[0]?.pk ?? DevicePk.parse(1),
  ];
  const processes = [
    { name: 'editor', pid: 12, cpu_usage: 30.5, memory_usage: 2 },
    { name: 'semi;colon', pid: 13, cpu_usage: null, memory_usage: 1 },
  ];
  await api.deps.database.asSystem((tx) =>
    tx.insert(deviceProcesses).values(
      [away, waiting].map((deviceFk) => ({
        companyFk: own.pk,
        deviceFk,
        at: new Date('2026-01-02T03:04:05Z'),
        rows: processes,
        total: 40,
      })),
    ),
  );
  const read = async (pk: DevicePk, token = own.admin) =>
    (await api.call(token, readDevice, { params: { pk: String(pk) } })).objects[0];
  expect(await read(away)).toMatchObject({
    alive: 0,
    prcss_name: 'editor;semi,colon',
    prcss_pid: '12;13',
    prcss_total: 40,
    software_total: null,
    prcss_cpu_usage: '30.5;',
    prcss_memory_usage: '2;1',
    prcss_time: '2026-01-02T03:04:05.000Z',
  });
  const unlisted = {
    prcss_name: '',
    prcss_cpu_usage: '',
    prcss_memory_usage: '',
    prcss_pid: '',
    prcss_total: null,
    prcss_time: null,
  };
  expect(await read(waiting)).toMatchObject(unlisted);
  const [other, manager] = [
    await addMember(api, own, { groups: [own.home], authVal: 15 }),
    await addMember(api, own, { groups: [own.home], authDevicemanagement: 1 }),
  ];
  expect(await read(away, other.token)).toMatchObject({ alias: expect.stringContaining('Away'), ...unlisted });
  expect(await read(away, manager.token)).toMatchObject({ prcss_pid: '12;13' });
});

test('undeclared columns for sorting and search are refused', async () => {
  for (const query of [{ by: 'public_key' }, { search_key: 'guid' }, { limit: 1_001 }, { device_group_pk: '1e1' }]) {
    const { status, error } = await list(query as never);
    expect([status, error?.code]).toEqual([400, 'malformed']);
  }
});

test('a device that waits for approval shows identity, system, addresses and state only', async () => {
  const own = await addCompany(api);
  const [waiting] = await addDevices(api, { company: own, alias: 'Waiting' }, 1, {
    approval: 0,
    publicIp: '203.0.113.5',
    processor: 'secret processor',
    timeZone: 'Asia/Seoul',
    latitude: 37.5,
    longitude: 127,
    kmsAddr: 'kms.example.com',
    hardware: [{ name: 'secret hardware', description: '' }],
  });
  if (!waiting) throw new Error('no device');
  await connectDevices(api, own, [waiting.pk]);
  await measure(waiting.pk, 50, 50, own);
  const [row] = (await list({ search_key: 'alias', search_value: 'Waiting' }, own.admin)).objects;
  expect(row).toMatchObject({
    alias: 'Waiting 1',
    alive: 1,
    s_pub_ip: '203.0.113.5',
    cpu_usage: null,
    hdd_usage: null,
    latitude: null,
    longitude: null,
  });
  const { objects } = await api.call(own.admin, readDevice, { params: { pk: String(waiting.pk) } });
  expect(objects[0]).toMatchObject({ alias: 'Waiting 1', s_pub_ip: '203.0.113.5', processor: null, hardware_name: '' });
  expect(objects[0]).toMatchObject({
    time_zone: null,
    kms_addr: null,
    latitude: null,
    cpu_usage: null,
    hdd_usage: null,
  });
  const polled = (await api.call(own.admin, listLatestUsage)).objects.find(({ device_fk }) => device_fk === waiting.pk);
  expect(polled).toMatchObject({ alive: 1, cpu_usage: null, hdd_usage: null });
});
