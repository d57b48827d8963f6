import { expect } from 'vitest';
import { listAudits, writeAudit } from '@vigil/shared/contract/http/audits';
import { deleteDevice, moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addDevices, addGroup, addMember, type TestCompany, type TestDevice } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  [device] = (await addDevices(api, { company }, 1)) as [TestDevice];
});

type Query = NonNullable<Parameters<typeof api.call<typeof listAudits>>[2]>['query'];
const list = (query: Query = {}, token = company.admin) => api.call(token, listAudits, { query });
const report = (act_name_id: number, token = company.admin) =>
  api.call(token, writeAudit, { body: { act_name_id, act_type_id: 1, device_pk: device.pk, new_value: 'x' } });
const rename = (alias: string) =>
  api.call(company.admin, updateDevice, { params: { pk: String(device.pk) }, body: { alias } });

test('newest first, by pages, by code and by time', async () => {
  for (const alias of ['one', 'two', 'three']) await rename(alias);
  const { objects, meta } = await list({ q: 11, limit: 2 });
  expect(objects.map((row) => row.new_value)).toEqual(['three', 'two']);
  expect(meta.total_count).toBe(3);
  const oldest = await list({ q: 11, order: 'asc', limit: 1, offset: 1 });
  expect(oldest.objects[0]).toMatchObject({ new_value: 'two' });
  const [newest] = objects;
  expect((await list({ start_date: newest?.act_time ?? '' })).objects.length).toBeGreaterThan(0);
  expect((await list({ end_date: '2001-01-01' })).objects).toEqual([]);
  expect((await list({ search_value: 'ADMINISTR' })).meta.total_count).toBe(3);
  expect((await list({ search_value: '%' })).objects).toEqual([]);
});

test('a malformed time is refused', async () => {
  for (const query of [{ start_date: 'yesterday' }, { end_date: '2026-13-45' }, { q: 1e12 }]) {
    const { status, error } = await list(query);
    expect([status, error?.code]).toEqual([400, 'malformed']);
  }
});

test('clients report only actions that the server cannot see', async () => {
  expect((await report(1)).objects[0]).toMatchObject({ act_name_id: 1, device_pk: device.pk, new_value: 'x' });
  const before = (await list()).meta.total_count;
  for (const code of [3, 4, 13]) expect(await report(code)).toMatchObject({ status: 200, objects: [] });
  expect((await list()).meta.total_count).toBe(before);
  for (const code of [5, 21, 31]) expect((await report(code)).error).toMatchObject({ field: 'body.act_name_id' });
});

test('a member reads the history of a device in sight; of all devices only with reports', async () => {
  const group = await addGroup(api, company, 'Elsewhere');
  const near = await addMember(api, company, { groups: [company.home] });
  const far = await addMember(api, company, { groups: [group] });
  const reader = await addMember(api, company, { groups: [group], authVal: 8 });
  const one = { device_pk: String(device.pk) };
  expect((await list(one, near.token)).objects.length).toBeGreaterThan(0);
  expect((await list(one, far.token)).error?.code).toBe('not_found');
  expect((await list({}, near.token)).error).toMatchObject({ reason: 'flag', detail: 'viewReport' });
  expect((await list({}, reader.token)).status).toBe(200);
  expect((await report(1, far.token)).error?.code).toBe('not_found');
});

test('reports tell a member of devices in sight and of the own actions, and of no others', async () => {
  const group = await addGroup(api, company, 'Branch');
  const [near] = (await addDevices(api, { company, group }, 1)) as [TestDevice];
  const [gone] = (await addDevices(api, { company, group }, 1)) as [TestDevice];
  const reader = await addMember(api, company, { groups: [group], authVal: 8 + 4 });
  await api.call(reader.token, updateDevice, { params: { pk: String(near.pk) }, body: { alias: 'near' } });
  await rename('out of sight');
  await api.call(reader.token, deleteDevice, { params: { pk: String(gone.pk) } });
  const told = (await list({ search_mode: 'all' }, reader.token)).objects;
  expect(told.map((row) => [row.act_name_id, row.device_pk])).toEqual([
    [13, gone.pk],
    [11, near.pk],
  ]);

  const elsewhere = await addGroup(api, company, 'Other branch');
  await api.call(company.admin, moveDevices, { body: { device_pk: near.pk, new_device_group_fk: elsewhere } });
  const left = (await list({ search_mode: 'all' }, reader.token)).objects;
  expect(left.map((row) => row.act_name_id)).toEqual([13]);
});

test('entries name their device, and are found by what was changed', async () => {
  await rename('needle');
  const { objects, meta } = await list({ search_key: 'value', search_value: 'NEEDLE' });
  expect(meta.total_count).toBe(1);
  expect(objects).toMatchObject([{ device_pk: device.pk, device_alias: 'needle', new_value: 'needle' }]);
  expect(
    (await list({ search_key: 'reg_mail', search_value: objects[0]?.reg_mail ?? '' })).meta.total_count,
  ).toBeGreaterThan(0);
});
