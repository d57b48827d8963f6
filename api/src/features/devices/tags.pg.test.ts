import { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import type { BodyOf, WithObjects } from '@vigil/shared/contract/endpoint';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { listDevices, readDevice, replaceDeviceTags } from '@vigil/shared/contract/http/devices';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { rowsOfColumns } from '@vigil/shared/domain/rows-of-columns';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany, type TestDevice } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let floor: GroupPk;
const live: Record<string, unknown>[] = [];

test.beforeAll(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  floor = await addGroup(api, company, 'Floor');
  const { redis } = api.deps;
  await redis.subscribe(busChannels.company(company.pk), (text) =>
    live.push(JSON.parse(text) as Record<string, unknown>),
  );
});

const add = (count: number, more = {}) => addDevices(api, { company, group: floor }, count, more);
const addOne = async (more = {}) => {
  const [device] = await add(1, more);
  if (!device) throw new Error('no device');
  return device;
};
const put = (token: string, { pk }: { pk: number }, tags: unknown, expected?: string[]) =>
  api.call(token, replaceDeviceTags, {
    params: { pk: String(pk) },
    body: { tags, ...(expected && { expected }) } as BodyOf<typeof replaceDeviceTags>,
  });
const tagsOf = async ({ pk }: { pk: DevicePk }) =>
  (await api.call(company.admin, readDevice, { params: { pk: String(pk) } })).objects[0]?.tags;
const auditsOf = async ({ pk }: TestDevice) =>
  (await api.call(company.admin, listAudits, { query: { limit: 100 } })).objects.filter((row) => row.device_pk === pk);
const bulk = (token: string, device_pks: readonly number[], body: object) =>
  api.call(token, runBulkDeviceAction, {
    body: { action: 'tag', device_pks, ...body } as unknown as BodyOf<typeof runBulkDeviceAction>,
  });
const byColumns: WithObjects<typeof listDevices, typeof DeviceRowsByColumn> = {
  ...listDevices,
  objects: DeviceRowsByColumn,
};

test('tags are cleaned, unique, listed everywhere and told to others', async () => {
  const device = await addOne();
  const plain = await addOne();
  const { objects } = await put(company.admin, device, [' Till ', 'cafe\u0301', 'TILL', '2  층']);
  const tags = ['Till', 'café', '2 층'];
  expect(objects).toMatchObject([{ pk: device.pk, tags }]);
  expect(await tagsOf(device)).toEqual(tags);
  const query = { search_mode: 'all' as const, device_group_pk: String(floor) };
  const rows = (await api.call(company.admin, listDevices, { query })).objects;
  const columns = await api.call(company.admin, byColumns, { query: { ...query, format: 'columns' } });
  for (const list of [rows, rowsOfColumns(columns.objects)]) {
    expect(list.find(({ pk }) => pk === device.pk)?.tags).toEqual(tags);
    expect(list.find(({ pk }) => pk === plain.pk)?.tags).toEqual([]);
  }
  const change = { t: 'device_changed', device_pk: device.pk, patch: { tags } };
  await eventually(() => expect(live).toContainEqual(expect.objectContaining(change)));
  expect(await auditsOf(device)).toMatchObject([{ act_name_id: 88, old_value: '', new_value: 'Till, café, 2 층' }]);
});

test('a list is searched by a tag, without regard to case and as a whole', async () => {
  const [one, two] = (await add(2)) as [TestDevice, TestDevice];
  await put(company.admin, one, ['Kasse', 'west']);
  await put(company.admin, two, ['Kassenraum']);
  const found = async (search_value: string) => {
    const query = { search_key: 'tag', search_value, search_mode: 'all' } as const;
    return (await api.call(company.admin, listDevices, { query })).objects.map(({ pk }) => pk);
  };
  expect(await found('kASSE')).toEqual([one.pk]);
  expect(await found('kassenraum')).toEqual([two.pk]);
  expect(await found('kass')).toEqual([]);
});

test.each([
  [['x'.repeat(31)]],
  [['']],
  [['a\u200bb']],
  [Array.from({ length: 21 }, (_, n) => `t${n}`)],
  ['till'],
  [[1]],
])('%j are no tags', async (tags) => {
  const device = await addOne();
  expect((await put(company.admin, device, tags)).error?.code).toBe('malformed');
  expect(await tagsOf(device)).toEqual([]);
});

test('two users who change the tags of a device at once do not undo each other', async () => {
  const device = await addOne();
  await put(company.admin, device, ['a']);
  const both = await Promise.all(['b', 'c'].map((tag) => put(company.admin, device, ['a', tag], ['a'])));
  const codes = both.map(({ error }) => error?.code ?? 'done');
  expect(codes.toSorted()).toEqual(['conflict', 'done']);
  expect(await tagsOf(device)).toEqual(['a', codes[0] === 'done' ? 'b' : 'c']);
});

test('a repeated request changes and audits nothing', async () => {
  const device = await addOne();
  for (const tags of [
    ['a', 'b'],
    ['b', 'a'],
    ['a', 'b', 'A'],
  ])
    await put(company.admin, device, tags);
  expect(await auditsOf(device)).toHaveLength(1);
  await put(company.admin, device, []);
  expect(await tagsOf(device)).toEqual([]);
  expect(await auditsOf(device)).toHaveLength(2);
});

test('tags need modifyInformation and a device that the user may see', async () => {
  const device = await addOne();
  const [hidden] = (await addDevices(api, { company }, 1)) as [TestDevice];
  const able = await addMember(api, company, { authVal: 2, groups: [floor] });
  const plain = await addMember(api, company, { authVal: 4, groups: [floor] });
  const other = await addCompany(api);
  const codeOf = async (token: string, of: TestDevice) => {
    const single = (await put(token, of, ['x'])).error;
    const { error, objects } = await bulk(token, [of.pk], { add: ['y'] });
    return [single, error ?? objects.refused[0]].map((problem) => problem?.code ?? 'done');
  };
  expect(await codeOf(able.token, device)).toEqual(['done', 'done']);
  expect(await codeOf(plain.token, device)).toEqual(['not_allowed', 'not_allowed']);
  expect(await codeOf(able.token, hidden)).toEqual(['not_found', 'not_found']);
  expect(await codeOf(other.admin, device)).toEqual(['not_found', 'not_found']);
  expect(await tagsOf(device)).toEqual(['x', 'y']);
  expect(await tagsOf(hidden)).toEqual([]);
});

test('many devices get and lose tags; one that would have too many is named', async () => {
  const [plain, tagged, full] = (await add(3)) as [TestDevice, TestDevice, TestDevice];
  const many = Array.from({ length: 20 }, (_, n) => `t${n}`);
  await put(company.admin, tagged, ['EAST', 'old']);
  await put(company.admin, full, many);
  const pks = [plain.pk, tagged.pk, full.pk];
  const { objects } = await bulk(company.admin, pks, { add: ['east', 'till'], remove: ['Old'] });
  expect(objects).toEqual({ done: [plain.pk, tagged.pk], refused: [{ device_pk: full.pk, code: 'tag_limit' }] });
  expect(await Promise.all([plain, tagged, full].map(tagsOf))).toEqual([['east', 'till'], ['EAST', 'till'], many]);
  // One goes and another one comes.
  expect((await bulk(company.admin, [full.pk], { add: ['new'], remove: ['t3'] })).objects.done).toEqual([full.pk]);
  expect(await auditsOf(tagged)).toHaveLength(2);
  const change = { t: 'device_changed', device_pk: tagged.pk, patch: { tags: ['EAST', 'till'] } };
  await eventually(() => expect(live).toContainEqual(expect.objectContaining(change)));
});

test('a change of tags names one, and is confirmed like others beyond the limit of the company', async () => {
  const pks = (await add(25)).map(({ pk }) => pk);
  expect((await bulk(company.admin, pks, {})).error?.code).toBe('malformed');
  const { error } = await bulk(company.admin, pks, { add: ['many'] });
  expect(error).toMatchObject({ code: 'confirm_required', detail: 25 });
  const { objects } = await bulk(company.admin, pks, { add: ['many'], confirm: 25 });
  expect(objects.done).toHaveLength(25);
  expect(await tagsOf({ pk: pks[24] as DevicePk })).toEqual(['many']);
});
