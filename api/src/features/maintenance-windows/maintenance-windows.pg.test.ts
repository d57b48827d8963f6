import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  endMaintenanceWindow,
  listMaintenanceWindows,
  updateMaintenanceWindow,
} from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { readQuietDevices } from '@vigil/shared/platform/maintenance';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, addWallScreen, type TestCompany } from '../../testing/world.ts';

const test = apiTest();

/** With the right to use functions. */
const OPERATOR = { authVal: 5 } as const;
const HOUR_MS = 3_600_000;
const UTC = timeZones.find(({ name }) => name === 'UTC')?.id;
const paramsOf = (pk: number | undefined) => ({ params: { pk: String(pk) } });
const denied = { error: { code: 'not_allowed' } };
const unknown = { error: { code: 'not_found' } };

test('a window is seen by those who see its devices, with those in sight', async ({ api }) => {
  const company = await addCompany(api);
  const above = await addGroup(api, company, 'Above');
  const [floor, cellar] = [await addGroup(api, company, 'Floor', above), await addGroup(api, company, 'Cellar', above)];
  await addDevices(api, { company, group: floor }, 2);
  const [device] = await addDevices(api, { company, group: cellar }, 1);
  const floorReader = (await addMember(api, company, { groups: [floor] })).token;
  const stranger = (await addMember(api, company)).token;
  const make = (body: object) => api.call(company.admin, createMaintenanceWindow, { body: { minutes: 30, ...body } });
  await make({ group_pk: above, reason: 'Above' });
  await make({ device_pks: [device?.pk], reason: 'One' });
  const read = async (token: string) => (await api.call(token, listMaintenanceWindows)).objects;

  expect(await read(company.admin)).toMatchObject([
    {
      reason: 'Above',
      device_count: 3,
      editable: 1,
      repeat: null,
      next: null,
      target: { kind: 'group', name: 'Above' },
    },
    { reason: 'One', device_count: 1, target: { kind: 'devices', devices: [{ alias: device?.alias }] } },
  ]);
  expect(await read(floorReader)).toMatchObject([
    { reason: 'Above', device_count: 2, editable: 0, target: { kind: 'group', name: '', covered_pks: [floor] } },
  ]);
  expect(await read(stranger)).toEqual([]);
});

test('users with functions silence what they see, and only administrators all devices and tags', async ({ api }) => {
  const company = await addCompany(api);
  const [floor, cellar] = [await addGroup(api, company, 'Floor'), await addGroup(api, company, 'Cellar')];
  const [near] = await addDevices(api, { company, group: floor }, 1);
  const [far] = await addDevices(api, { company, group: cellar }, 1);
  const operator = (await addMember(api, company, { groups: [floor], ...OPERATOR })).token;
  const reader = (await addMember(api, company, { groups: [floor] })).token;
  const make = (token: string, body: object) =>
    api.call(token, createMaintenanceWindow, { body: { minutes: 30, ...body } });

  expect(await make(reader, { group_pk: floor })).toMatchObject(denied);
  expect(await make(operator, { all: true })).toMatchObject(denied);
  expect(await make(operator, { tags: ['kiosk'] })).toMatchObject(denied);
  expect(await make(operator, { group_pk: cellar })).toMatchObject(unknown);
  expect(await make(operator, { device_pks: [near?.pk, far?.pk] })).toMatchObject(unknown);
  const own = (await make(operator, { device_pks: [near?.pk] })).objects[0];
  const others = (await make(company.admin, { group_pk: floor })).objects[0];

  expect(await api.call(operator, deleteMaintenanceWindow, paramsOf(others?.pk))).toMatchObject(denied);
  expect(await api.call(operator, endMaintenanceWindow, paramsOf(own?.pk))).toMatchObject({ objects: [own?.pk] });
  expect(await api.call(operator, endMaintenanceWindow, paramsOf(own?.pk))).toMatchObject(unknown);
  expect(await make(company.admin, { all: true, tags: ['kiosk'] })).toMatchObject({ error: { code: 'malformed' } });
});

test('a window has times on the clock of its zone, and a length', async ({ api }) => {
  const company = await addCompany(api);
  const make = (body: object) => api.call(company.admin, createMaintenanceWindow, { body: { all: true, ...body } });
  const daily = { week_days: [7, 1, 2, 3, 4, 5, 6] };
  const night = { start_time: '2027-03-20 22:00', end_time: '2027-03-21 06:00', time_zone: 18, repeat: daily };
  expect(await make(night)).toMatchObject({
    objects: [
      {
        start_time: '2027-03-20T21:00:00.000Z',
        end_time: '2027-03-21T05:00:00.000Z',
        repeat: { week_days: [1, 2, 3, 4, 5, 6, 7] },
        next: { start_time: '2027-03-20T21:00:00.000Z' },
      },
    ],
  });
  const late = { start_time: '2027-03-20 22:00', end_time: '2027-03-20 21:00' };
  expect(await make(late)).toMatchObject({ error: { code: 'date_validate_error' } });
  expect(await make({ ...night, end_time: '2027-03-21 22:30' })).toMatchObject({
    error: { code: 'maintenance_window_length', detail: 24 },
  });
  expect(await make({ ...night, end_time: '2027-05-01 22:30', repeat: null })).toMatchObject({
    error: { code: 'maintenance_window_length', detail: 31 },
  });
  const past = { start_time: '2020-03-20 22:00', end_time: '2020-03-20 23:00' };
  expect(await make(past)).toMatchObject({ error: { code: 'maintenance_window_over' } });
});

test('a window is changed, ended and deleted, and each is in the audit', async ({ api }) => {
  const company = await addCompany(api);
  const { objects } = await api.call(company.admin, createMaintenanceWindow, {
    body: { all: true, minutes: 30, reason: 'Update' },
  });
  const pk = objects[0]?.pk;
  const [changed] = (
    await api.call(company.admin, updateMaintenanceWindow, {
      ...paramsOf(pk),
      body: { group_pk: company.home, minutes: 60, reason: 'Longer' },
    })
  ).objects;
  expect(changed).toMatchObject({ pk, reason: 'Longer', target: { kind: 'group' }, current: {} });
  await api.call(company.admin, endMaintenanceWindow, paramsOf(pk));
  expect((await api.call(company.admin, listMaintenanceWindows)).objects).toEqual([]);
  const again = (await api.call(company.admin, createMaintenanceWindow, { body: { all: true, minutes: 5 } }))
    .objects[0];
  await api.call(company.admin, deleteMaintenanceWindow, paramsOf(again?.pk));
  expect(await api.call(company.admin, deleteMaintenanceWindow, paramsOf(again?.pk))).toMatchObject(unknown);
  const audits = (await api.call(company.admin, listAudits, { query: { search_mode: 'all' } })).objects;
  expect(
    audits.map(({ act_name_id: code }) => code).filter((code) => code === auditCode.maintenanceWindow),
  ).toHaveLength(4);
  expect(audits.map(({ act_name_id: code }) => code)).toContain(auditCode.maintenanceEnded);
});

/** Whether alerts of a device are told to nobody, now or some minutes later. */
const isQuiet = async (
  api: TestApi,
  company: TestCompany,
  { device, minutes = 0 }: { device: DevicePk; minutes?: number },
) => {
  const at = api.deps.now() + minutes * 60_000;
  return (await api.deps.database.read(company.pk, (tx) => readQuietDevices(tx, [device], at))).has(device);
};

test('a repeating window that was ended early stays ended when only its reason is changed', async ({ api }) => {
  const company = await addCompany(api);
  const [device] = await addDevices(api, { company }, 1);
  const at = (ms: number) => new Date(api.deps.now() + ms).toISOString().slice(0, 16).replace('T', ' ');
  const times = { start_time: at(-HOUR_MS), end_time: at(2 * HOUR_MS), time_zone: UTC };
  const body = { device_pks: [device!.pk], repeat: { week_days: [1, 2, 3, 4, 5, 6, 7] }, ...times };
  const { pk } = (await api.call(company.admin, createMaintenanceWindow, { body })).objects[0]!;
  await api.call(company.admin, endMaintenanceWindow, paramsOf(pk));
  const edit = async (change: object) =>
    (await api.call(company.admin, updateMaintenanceWindow, { ...paramsOf(pk), body: { ...body, ...change } }))
      .objects[0];
  expect(await edit({ reason: 'Nightly' })).toMatchObject({ reason: 'Nightly', current: null });
  expect(await edit({ end_time: at(3 * HOUR_MS) })).toMatchObject({ current: {} });
});

test('a running window that is moved, or is about others now, is quiet for five minutes more', async ({ api }) => {
  const company = await addCompany(api);
  const [first, second] = await addDevices(api, { company }, 2);
  const make = async (device: DevicePk) =>
    (await api.call(company.admin, createMaintenanceWindow, { body: { device_pks: [device], minutes: 30 } }))
      .objects[0]!;
  const edit = (pk: number, body: object) =>
    api.call(company.admin, updateMaintenanceWindow, { ...paramsOf(pk), body });
  const tomorrow = { start_time: '2099-03-20 22:00', end_time: '2099-03-20 23:00' };
  await edit((await make(first!.pk)).pk, { device_pks: [first!.pk], ...tomorrow });
  await edit((await make(second!.pk)).pk, { all: true, ...tomorrow });
  for (const { pk: device } of [first!, second!]) {
    expect(await isQuiet(api, company, { device })).toBe(true);
    expect(await isQuiet(api, company, { device, minutes: 6 })).toBe(false);
  }
  expect((await api.call(company.admin, listMaintenanceWindows)).objects).toMatchObject([
    { current: null },
    { current: null },
  ]);
});

test('a wall screen is told that there is maintenance, not whose and what for', async ({ api }) => {
  const company = await addCompany(api);
  await addDevices(api, { company }, 1);
  const body = { all: true, minutes: 30, reason: 'Break-in' } as const;
  const made = (await api.call(company.admin, createMaintenanceWindow, { body })).objects;
  expect(made[0]?.created_by).not.toBe('');
  const { headers } = await addWallScreen(api, company);
  const seen = (await api.call(null, listMaintenanceWindows, { headers })).objects;
  expect(seen).toMatchObject([{ reason: '', created_by: '', device_count: 1 }]);
});
