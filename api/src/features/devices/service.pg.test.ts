import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listAppConfigs } from '@vigil/shared/contract/http/app-configs';
import { listAudits } from '@vigil/shared/contract/http/audits';
import {
  changeDeviceApproval,
  deleteDevice,
  moveDevices,
  readDevice,
  updateDevice,
} from '@vigil/shared/contract/http/devices';
import { addDevicesToGroup, removeDeviceFromGroup } from '@vigil/shared/contract/http/group-links';
import { updateGroup } from '@vigil/shared/contract/http/groups';
import { AppConfigPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
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
let other: TestCompany;
let floor: GroupPk;
const live: Record<string, unknown>[] = [];

test.beforeAll(async ({ api: started }) => {
  api = started;
  [company, other] = [await addCompany(api), await addCompany(api)];
  floor = await addGroup(api, company, 'Floor');
  const { redis, database } = api.deps;
  await rebuildFleetIndex(redis, database, company.pk);
  await redis.subscribe(busChannels.company(company.pk), (text) =>
    live.push(JSON.parse(text) as Record<string, unknown>),
  );
});

const addOne = async (more = {}): Promise<TestDevice> => {
  const [device] = await addDevices(api, { company, group: floor }, 1, more);
  if (!device) throw new Error('no device');
  return device;
};
const indexed = async (pk: DevicePk) => (await readFleetIndex(api.deps.redis, company.pk))?.devices.get(pk);
const path = ({ pk }: { pk: number }) => ({ pk: String(pk) });
const expectPublished = (match: object) =>
  eventually(() => expect(live).toContainEqual(expect.objectContaining(match)));
const auditsOf = async ({ pk }: TestDevice, code: number = auditCode.delete) =>
  (await api.call(company.admin, listAudits, { query: { q: code } })).objects.filter((row) => row.device_pk === pk);
type OtherChange = Partial<typeof devices.$inferInsert> | 'deletion';
/** Makes a call while somebody else changes or deletes the device, and lets that change come first. */
async function whileOtherChanges<T>({ pk }: TestDevice, change: OtherChange, call: () => Promise<T>): Promise<T> {
  const { answer } = await api.deps.database.asSystem(async (tx) => {
    if (change === 'deletion') await tx.delete(devices).where(eq(devices.pk, pk));
    else await tx.update(devices).set(change).where(eq(devices.pk, pk));
    const called = call();
    await eventually(async () => {
      const waiting = sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
      expect(await tx.execute(waiting)).toHaveLength(1);
    });
    return { answer: called };
  });
  return answer;
}

test('each field asks for its own right', async () => {
  const device = await addOne();
  const memo = await addMember(api, company, { authVal: 2, groups: [floor] });
  const tools = await addMember(api, company, { authVal: 4, groups: [floor] });
  const change = (token: string, body: object) => api.call(token, updateDevice, { params: path(device), body });
  expect((await change(memo.token, { memo: 'by the door' })).objects[0]).toMatchObject({ memo: 'by the door' });
  expect((await change(memo.token, { alias: 'Door' })).error).toMatchObject({
    code: 'not_allowed',
    reason: 'flag',
    field: 'alias',
  });
  expect((await change(tools.token, { alias: 'Door' })).objects[0]).toMatchObject({ alias: 'Door' });
  expect((await change(tools.token, { alias: 'Gate', memo: 'x' })).error).toMatchObject({
    reason: 'flag',
    detail: 'modifyInformation',
    field: 'memo',
  });
  const { objects } = await api.call(company.admin, readDevice, { params: path(device) });
  expect(objects[0]).toMatchObject({ alias: 'Door', memo: 'by the door' });
  await expectPublished({ t: 'device_changed', device_pk: device.pk });
});

test('a change that expects other values than there are is refused, also when two expect the same at once', async () => {
  const device = await addOne({ alias: 'Door', memo: '' });
  const change = (body: object) => api.call(company.admin, updateDevice, { params: path(device), body });
  expect((await change({ alias: 'Gate', expected: { alias: 'Door', memo: '' } })).status).toBe(200);
  const late = await change({ alias: 'Exit', memo: 'late', expected: { memo: '', alias: 'Door' } });
  expect(late).toMatchObject({ status: 409, error: { code: 'conflict', field: 'alias' } });
  const both = await Promise.all(['one', 'two'].map((memo) => change({ memo, expected: { memo: '' } })));
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(both.flatMap(({ error }) => error?.code ?? [])).toEqual(['conflict']);
  const lines = await change({ memo: 'first\r\nsecond\u202E\u0007' });
  expect(lines.objects[0]?.memo).toBe('first\nsecond');
  const { objects } = await api.call(company.admin, readDevice, { params: path(device) });
  expect(objects[0]?.alias).toBe('Gate');
  expect((await change({ expected: { alias: 'Gate' } })).error?.code).toBe('malformed');
});

test('a change is audited with what it was before', async () => {
  const device = await addOne();
  await api.call(company.admin, updateDevice, { params: path(device), body: { alias: 'Renamed' } });
  const { objects } = await api.call(company.admin, listAudits, { query: { device_pk: String(device.pk) } });
  expect(objects[0]).toMatchObject({ act_name_id: 11, old_value: device.alias, new_value: 'Renamed' });
});

test('an administrator, and nobody else, forbids the transfer of files with a device', async () => {
  const device = await addOne();
  const tools = await addMember(api, company, { authVal: 15, groups: [floor] });
  const change = (token: string, body: object) => api.call(token, updateDevice, { params: path(device), body });
  expect((await change(tools.token, { disable_filetransfer: 1 })).error).toMatchObject({
    code: 'not_allowed',
    field: 'disable_filetransfer',
  });
  const forbidden = await change(company.admin, { disable_filetransfer: 1, expected: { disable_filetransfer: 0 } });
  expect(forbidden.objects[0]).toMatchObject({ disable_filetransfer: 1 });
  await expectPublished({ t: 'device_changed', device_pk: device.pk });
  const { objects } = await api.call(company.admin, listAudits, { query: { device_pk: String(device.pk) } });
  expect(objects[0]).toMatchObject({
    act_name_id: 30,
    old_value: 'disable_filetransfer: 0',
    new_value: 'disable_filetransfer: 1',
  });
});

test('an administrator sets the location of a device by hand, and clears it, which brings back the reported one', async () => {
  const reported = { reportedLatitude: 37.57, reportedLongitude: 126.98 };
  const device = await addOne({ latitude: 37.57, longitude: 126.98, ...reported });
  const tools = await addMember(api, company, { authVal: 15, groups: [floor] });
  const change = (token: string, body: object) => api.call(token, updateDevice, { params: path(device), body });
  const here = { latitude: 52.5, longitude: 13.4 };
  expect((await change(tools.token, here)).error).toMatchObject({ code: 'not_allowed', field: 'latitude' });
  expect((await change(company.admin, { latitude: 52.5 })).error?.code).toBe('malformed');
  expect((await change(company.admin, { latitude: 91, longitude: 0 })).error?.code).toBe('malformed');
  expect((await change(company.admin, here)).objects[0]).toMatchObject(here);
  await expectPublished({ t: 'device_changed', device_pk: device.pk });
  const { objects } = await api.call(company.admin, listAudits, { query: { device_pk: String(device.pk) } });
  expect(objects.map(({ new_value }) => new_value)).toEqual(
    expect.arrayContaining(['latitude: 52.5', 'longitude: 13.4']),
  );
  const cleared = await change(company.admin, { latitude: null, longitude: null, expected: here });
  expect(cleared.objects[0]).toMatchObject({ latitude: 37.57, longitude: 126.98 });
});

test('an administrator, and nobody else, has the pledge asked for at a device', async () => {
  const device = await addOne();
  const tools = await addMember(api, company, { authVal: 15, groups: [floor] });
  const change = (token: string) =>
    api.call(token, updateDevice, { params: path(device), body: { security_agreement: 1 } });
  expect((await change(tools.token)).error).toMatchObject({ code: 'not_allowed', field: 'security_agreement' });
  expect((await change(company.admin)).status).toBe(200);
  expect((await api.call(company.admin, readDevice, { params: path(device) })).objects[0]?.security_agreement).toBe(1);
  const { objects } = await api.call(company.admin, listAudits, { query: { device_pk: String(device.pk) } });
  expect(objects[0]).toMatchObject({ old_value: 'security_agreement: 0', new_value: 'security_agreement: 1' });
});

test('a device takes a configuration of its own company, and of no other', async () => {
  const device = await addOne();
  const [own] = (await api.call(company.admin, listAppConfigs)).objects;
  const [foreign] = (await api.call(other.admin, listAppConfigs)).objects;
  const set = (pk: number | null) =>
    api.call(company.admin, updateDevice, { params: path(device), body: { app_config_fk: pk } });
  expect((await set(own?.pk ?? 0)).objects[0]).toMatchObject({ app_config_name: 'Default' });
  for (const pk of [foreign?.pk ?? 0, AppConfigPk.parse(999_999)]) {
    expect((await set(pk)).error).toMatchObject({ code: 'not_found', field: 'app_config_fk' });
  }
  expect((await set(null)).objects[0]).toMatchObject({ app_config_fk: null, app_config_name: null });
});

test('a deletion is audited, removed from the index and published', async () => {
  const device = await addOne({ osId: 2 });
  const tools = await addMember(api, company, { authVal: 4, groups: [floor] });
  const plain = await addMember(api, company, { groups: [floor] });
  const refused = await api.call(plain.token, deleteDevice, { params: path(device) });
  expect(refused.error).toMatchObject({ code: 'not_allowed', reason: 'flag', detail: 'useFunction' });
  expect((await api.call(tools.token, deleteDevice, { params: path(device) })).objects).toEqual([device.pk]);
  expect(await auditsOf(device)).toMatchObject([{ act_type_id: 5, old_value: '2', new_value: device.alias }]);
  expect(await indexed(device.pk)).toBeUndefined();
  await expectPublished({ t: 'device_removed', device_pk: device.pk });
  const again = await api.call(tools.token, deleteDevice, { params: path(device) });
  expect(again.error?.code).toBe('not_found');
  expect(await auditsOf(device)).toHaveLength(1);
});

test('only an administrator approves a device, which also clears the suspected clone', async () => {
  const device = await addOne({ approval: 0, possibleClone: 1, latitude: 37.5, longitude: 127, memo: 'by the door' });
  const member = await addMember(api, company, { authVal: 15, groups: [floor] });
  const approve = (token: string, approval: 0 | 1) =>
    api.call(token, changeDeviceApproval, { params: path(device), body: { approval } });
  expect((await approve(member.token, 1)).error).toMatchObject({ reason: 'role', detail: 'isAdmin' });
  const { objects: waiting } = await api.call(company.admin, readDevice, { params: path(device) });
  // It can be edited.
  expect(waiting).toMatchObject([{ memo: 'by the door', latitude: null, cpu_usage: null }]);
  expect((await approve(company.admin, 1)).error?.code).toBe('not_online_warning');
  await connectDevices(api, company, [device.pk]);
  expect((await approve(company.admin, 1)).objects[0]).toMatchObject({ approval: 1, possible_clone: 0 });
  expect(await indexed(device.pk)).toMatchObject({ group: floor, approval: 1 });
  // Where it is, is known from then on, and hidden again later.
  const shown = { approval: 1, possible_clone: 0, latitude: 37.5, longitude: 127 };
  await expectPublished({ t: 'device_changed', device_pk: device.pk, patch: shown });
  expect((await approve(company.admin, 0)).objects[0]).toMatchObject({ approval: 0, latitude: null });
  const hidden = { approval: 0, possible_clone: 0, latitude: null, longitude: null };
  await expectPublished({ t: 'device_changed', device_pk: device.pk, patch: hidden });
  // The same decision again is no other one.
  await approve(company.admin, 0);
  expect(await auditsOf(device, auditCode.deviceApproval)).toMatchObject([
    { old_value: 'approved', new_value: 'waiting' },
    { old_value: 'waiting', new_value: 'approved' },
  ]);
});

test('of two approvals at once one is recorded, and one after a withdrawal is', async () => {
  const device = await addOne({ approval: 0 });
  await connectDevices(api, company, [device.pk]);
  const approve = () => api.call(company.admin, changeDeviceApproval, { params: path(device), body: { approval: 1 } });
  expect((await whileOtherChanges(device, { approval: 1 }, approve)).status).toBe(200);
  expect(await auditsOf(device, auditCode.deviceApproval)).toEqual([]);
  expect((await whileOtherChanges(device, { approval: 0 }, approve)).status).toBe(200);
  expect(await auditsOf(device, auditCode.deviceApproval)).toHaveLength(1);
});

test('a move publishes source and target of the devices whose group changed', async () => {
  const [one, two] = [await addOne(), await addOne()];
  const body = { device_pk: [one.pk, two.pk], new_device_group_fk: company.home };
  await api.call(company.admin, moveDevices, { body: { ...body, device_pk: one.pk } });
  expect((await api.call(company.admin, moveDevices, { body })).objects).toEqual([two.pk]);
  expect((await api.call(company.admin, moveDevices, { body })).error?.code).toBe('identical_group');
  expect(await indexed(two.pk)).toMatchObject({ group: company.home, approval: 1 });
  const device = expect.objectContaining({ pk: two.pk, device_group_fk: company.home }) as unknown;
  await expectPublished({ t: 'devices_moved', from: floor, to: company.home, pks: [two.pk], device });
});

test('of two moves at once the second one starts where the first one ended', async () => {
  const device = await addOne();
  const between = await addGroup(api, company, 'Between');
  const body = { device_pk: device.pk, new_device_group_fk: company.home };
  const moved = await whileOtherChanges(device, { groupFk: between }, () =>
    api.call(company.admin, moveDevices, { body }),
  );
  expect(moved.objects).toEqual([device.pk]);
  await expectPublished({ t: 'devices_moved', from: between, to: company.home, pks: [device.pk] });
  const { objects } = await api.call(company.admin, listAudits, { query: { device_pk: String(device.pk) } });
  expect(objects).toMatchObject([{ act_name_id: 21, old_value: 'Between' }]);
});

test('a device that leaves its group meanwhile is not taken out of the other one', async () => {
  const device = await addOne();
  const between = await addGroup(api, company, 'Elsewhere');
  const query = { device_pk: String(device.pk), old_device_group_fk: String(floor) };
  const take = () => api.call(company.admin, removeDeviceFromGroup, { query });
  expect((await whileOtherChanges(device, { groupFk: between }, take)).error?.code).toBe('not_found');
});

test('a device that is deleted meanwhile is not deleted again', async () => {
  const device = await addOne();
  const remove = () => api.call(company.admin, deleteDevice, { params: path(device) });
  expect((await whileOtherChanges(device, 'deletion', remove)).error?.code).toBe('not_found');
  expect(await auditsOf(device)).toEqual([]);
});

test('beyond the company’s limit the number of moved devices must be confirmed, by either call', async () => {
  const device_pk = (await addDevices(api, { company }, 11)).map(({ pk }) => pk);
  const to = await addGroup(api, company, 'Many');
  for (const call of [moveDevices, addDevicesToGroup]) {
    const { error } = await api.call(company.admin, call, { body: { device_pk, new_device_group_fk: to } });
    expect(error).toMatchObject({ code: 'confirm_required', detail: 11 });
  }
  const body = { device_pk, new_device_group_fk: to, confirm: 11 };
  expect((await api.call(company.admin, moveDevices, { body })).objects).toHaveLength(11);
});

test('devices do not move into or out of another company', async () => {
  const device = await addOne();
  const theirs = await addGroup(api, other, 'Theirs');
  const move = (token: string, group: GroupPk) =>
    api.call(token, moveDevices, { body: { device_pk: device.pk, new_device_group_fk: group } });
  expect((await move(company.admin, theirs)).error?.code).toBe('moved_device_fail');
  expect((await move(other.admin, theirs)).error?.code).toBe('not_found');
  const { objects } = await api.call(company.admin, readDevice, { params: path(device) });
  expect(objects[0]).toMatchObject({ device_group_fk: floor });
});

test('a group with a limit takes no more devices, also when they arrive at once; those in it stay', async () => {
  const small = await addGroup(api, company, 'Small');
  const put = (body: object, pk = small) => api.call(company.admin, updateGroup, { params: path({ pk }), body });
  const limited = (await put({ dev_limit: 2 })).objects[0];
  expect(limited).toMatchObject({ name: 'Small', dev_limit: 2, device_count: 0 });
  await expectPublished({ t: 'group_changed', changed: [expect.objectContaining({ pk: small, dev_limit: 2 })] });
  const own = await addDevices(api, { company, group: floor }, 5);
  const move = (device_pk: DevicePk | DevicePk[]) =>
    api.call(company.admin, moveDevices, { body: { device_pk, new_device_group_fk: small } });
  const all = own.map(({ pk }) => pk);
  expect((await move(all)).error).toMatchObject({ code: 'group_limit', detail: 2, field: 'new_device_group_fk' });
  const answers = await Promise.all(all.map(move));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['group_limit']));
  expect((await put({ dev_limit: 1 })).objects[0]).toMatchObject({ dev_limit: 1, device_count: 2 });
  expect((await put({ dev_limit: 0 })).objects[0]).toMatchObject({ dev_limit: 0 });
  expect((await move(all)).status).toBe(200);
  expect((await put({ dev_limit: -1 })).error?.code).toBe('malformed');
  expect((await put({ dev_limit: 1 }, company.home)).error?.code).toBe('default_group');
});
