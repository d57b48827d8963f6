import type { AlertCode } from '@vigil/shared/contract/alert';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { addGroupMember, removeGroupMember } from '@vigil/shared/contract/http/group-links';
import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import { readFleetIndex, rebuildFleetIndex } from '@vigil/shared/platform/fleet/fleet-index';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addDevices, addGroup, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  await rebuildFleetIndex(api.deps.redis, api.deps.database, company.pk);
});

let count = 0;
const fresh = () => `Group ${(count += 1)}`;
const add = (parent: GroupPk | null = null) => addGroup(api, company, fresh(), parent);
const create = (name: string, parent: GroupPk | null = null) =>
  api.call(company.admin, createGroup, { body: { name, group_fk: parent } });
const change = (pk: GroupPk, body: object) =>
  api.call(company.admin, updateGroup, { params: { pk: String(pk) }, body });
const read = async (pk: GroupPk) =>
  (await api.call(company.admin, readGroup, { params: { pk: String(pk) } })).objects[0];
const indexed = async (pk: GroupPk) => (await readFleetIndex(api.deps.redis, company.pk))?.groups.get(pk)?.parent;

test('a group hangs under its parent and belongs to the root of its tree', async () => {
  const top = await add();
  const middle = await add(top);
  const leaf = await add(middle);
  expect(await read(leaf)).toMatchObject({ group_fk: middle, root_group_fk: top, flag_df_group: 0 });
  expect(await indexed(leaf)).toBe(middle);
});

test('a group at the top begins with the thresholds of the default group, and one below inherits', async () => {
  const threshold = { alert_code: 'IL4' as AlertCode, alert_time: null, alert_th_value: 77 };
  await change(company.home, { update_key: 'alert', ...threshold });
  const top = await add();
  expect((await read(top))?.IW).toContainEqual(threshold);
  expect((await read(await add(top)))?.IW).toEqual([]);
});

test('siblings cannot have the same name in any case of letters; other groups can', async () => {
  const parent = await add();
  await create('Lobby', parent);
  expect((await create('lobby', parent)).error).toMatchObject({ code: 'duplication_group_name', field: 'name' });
  expect((await create('Lobby')).status).toBe(200);
  const sibling = await addGroup(api, company, 'Hall', parent);
  expect((await change(sibling, { name: 'LOBBY' })).error?.code).toBe('duplication_group_name');
  expect((await change(sibling, { name: 'hall' })).status).toBe(200);
});

test('the time of a group grows with each change, whatever the clocks of servers say, also with a change of its root', async () => {
  const top = await add();
  const [middle, aside] = [await add(top), await add()];
  const timeOf = async (pk: GroupPk) => Date.parse((await read(pk))?.update_time ?? '');
  const steps = [
    () => change(middle, { dev_limit: 3 }),
    () => change(middle, { name: fresh() }),
    () => change(top, { group_fk: aside }),
  ];
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`update device_groups set updated_at = now() + interval '1 hour' where pk = ${middle}`),
  );
  for (const step of steps) {
    const before = await timeOf(middle);
    expect((await step()).status).toBe(200);
    expect(await timeOf(middle)).toBeGreaterThan(before);
  }
  const before = await timeOf(middle);
  await change(top, { name: fresh() });
  expect(await timeOf(middle)).toBe(before);
});

test('the contact of a group has two names, and is changed by either', async () => {
  const group = await add();
  const contact = async () => {
    const { manager_email, manager_phone, email, phone } = (await read(group))!;
    return [manager_email, manager_phone, email, phone];
  };
  expect((await change(group, { email: 'floor@vigil.test', phone: '010' })).status).toBe(200);
  expect(await contact()).toEqual(['floor@vigil.test', '010', 'floor@vigil.test', '010']);
  expect((await change(group, { manager_email: '' })).status).toBe(200);
  expect(await contact()).toEqual(['', '010', '', '010']);
  expect((await change(group, { email: 'nobody' })).error?.code).toBe('malformed');
  const { objects } = await api.call(company.admin, listGroups, { query: { search_mode: 'all' } });
  expect(objects.find(({ pk }) => pk === group)).toMatchObject({ email: '', phone: '010' });
});

/** Only connections that are open already let transactions really meet. */
const warmUp = () =>
  Promise.all([1, 2, 3].map(() => api.deps.database.asSystem((tx) => tx.execute(sql`select pg_sleep(0.05)`))));

test('of simultaneous requests for the same group one succeeds', async () => {
  await warmUp();
  const name = fresh();
  const answers = await Promise.all([create(name), create(name), create(name)]);
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  expect(answers.filter((one) => one.error?.code === 'duplication_group_name')).toHaveLength(2);
});

test('the default group has no child, keeps its name and place, and cannot be deleted', async () => {
  expect((await create(fresh(), company.home)).error?.code).toBe('default_group');
  const group = await add();
  expect((await change(group, { group_fk: company.home })).error?.code).toBe('moved_device_fail');
  expect((await change(company.home, { name: 'Other' })).error?.code).toBe('default_group');
  expect((await change(company.home, { group_fk: group })).error?.code).toBe('moved_device_fail');
  const { error } = await api.call(company.admin, deleteGroup, { params: { pk: String(company.home) } });
  expect(error?.code).toBe('default_group');
});

test('a branch moves as a whole, and never into itself', async () => {
  const [left, right] = [await add(), await add()];
  const middle = await add(left);
  const leaf = await add(middle);
  expect((await change(middle, { group_fk: right })).status).toBe(200);
  expect(await read(leaf)).toMatchObject({ group_fk: middle, root_group_fk: right });
  expect(await indexed(middle)).toBe(right);
  for (const target of [middle, leaf]) {
    expect((await change(middle, { group_fk: target })).error?.code).toBe('moved_device_fail');
  }
});

test('two branches that are put under each other at once do not make a ring', async () => {
  await warmUp();
  const [left, right] = [await add(), await add()];
  const answers = await Promise.all([change(left, { group_fk: right }), change(right, { group_fk: left })]);
  expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200, 422]));
});

test('the devices of a deleted branch move to the default group', async () => {
  const top = await add();
  const below = await add(top);
  const [device] = await addDevices(api, { company, group: below, alias: 'Homeless' }, 1);
  const messages: CompanyMessage[] = [];
  await createSubscriber(api.deps)(busChannels.company(company.pk), (message) => messages.push(message));
  const { objects } = await api.call(company.admin, deleteGroup, { params: { pk: String(top) } });
  expect(objects).toEqual([top, below]);
  const list = await api.call(company.admin, listDevices, { query: { search_key: 'alias', search_value: 'Homeless' } });
  expect(list.objects[0]).toMatchObject({ pk: device?.pk, device_group_fk: company.home });
  const index = await readFleetIndex(api.deps.redis, company.pk);
  expect([index?.groups.has(top), index?.groups.has(below)]).toEqual([false, false]);
  expect(device && index?.devices.get(device.pk)).toMatchObject({ group: company.home, approval: 1 });
  await eventually(() =>
    expect(messages).toMatchObject([
      { t: 'devices_moved', from: below, to: company.home, pks: [device?.pk] },
      { t: 'group_changed', changed: [], removed: [top, below] },
    ]),
  );
});

test('a change of thresholds or users of a group is announced', async () => {
  const group = await add();
  const member = await addMember(api, company);
  const messages: CompanyMessage[] = [];
  await createSubscriber(api.deps)(busChannels.company(company.pk), (message) => messages.push(message));
  const threshold = { alert_code: 'IW2' as AlertCode, alert_time: null, alert_th_value: 80 };
  const params = { pk: String(group) };
  await api.call(company.admin, updateGroup, { params, body: { update_key: 'alert', ...threshold } });
  await api.call(company.admin, updateGroup, { params, body: { delete_key: threshold.alert_code } });
  const body = { device_group_fk: group, member_fk: member.pk };
  const { objects } = await api.call(company.admin, addGroupMember, { body });
  await api.call(company.admin, removeGroupMember, { params: { pk: String(objects[0]?.pk) } });
  const announced = { t: 'group_changed', changed: [], removed: [], details: [group] };
  await eventually(() =>
    expect(messages.filter(({ t }) => t === 'group_changed')).toMatchObject([
      announced,
      announced,
      announced,
      announced,
    ]),
  );
});

test('a member sees their own groups and the way to them', async () => {
  const top = await add();
  const mine = await add(top);
  await add(top);
  await addDevices(api, { company, group: top }, 2);
  await addDevices(api, { company, group: mine }, 3);
  const { token } = await addMember(api, company, { groups: [mine] });
  const { objects } = await api.call(token, listGroups);
  expect(new Map(objects.map((row) => [row.pk, [row.has_permission, row.device_count]]))).toEqual(
    new Map([
      [top, [0, 0]],
      [mine, [1, 3]],
    ]),
  );
});

test('search finds by name; an unknown group is not found', async () => {
  await create('Loading dock');
  const { objects } = await api.call(company.admin, listGroups, { query: { search_value: 'DOCK' } });
  expect(objects.map((row) => row.name)).toEqual(['Loading dock']);
  const missing = await api.call(company.admin, readGroup, { params: { pk: '999999' } });
  expect(missing.error?.code).toBe('not_found');
  expect((await create('  ')).error).toMatchObject({ code: 'malformed', field: 'body.name' });
});

test('beyond the limit of the company the number of devices is confirmed before their group is deleted', async () => {
  const other = await addCompany(api);
  const top = await addGroup(api, other, 'Top');
  const inner = await addGroup(api, other, 'Inner', top);
  await addDevices(api, { company: other, group: top }, 6);
  await addDevices(api, { company: other, group: inner }, 5);
  const remove = (query: { confirm?: string } = {}) =>
    api.call(other.admin, deleteGroup, { params: { pk: String(top) }, query });
  for (const query of [{}, { confirm: '6' }])
    expect((await remove(query)).error).toMatchObject({ code: 'confirm_required', detail: 11 });
  expect((await remove({ confirm: '11' })).objects).toEqual([top, inner]);
});

/** Before and after of the entries of one code, oldest first. */
const audited = async (token: string, code: number) =>
  (await api.call(token, listAudits, { query: { q: String(code), order: 'asc', limit: 200 } })).objects.map((one) => [
    one.old_value,
    one.new_value,
  ]);

test('every change of a group is audited, with its path and the old and new value', async () => {
  const other = await addCompany(api);
  const [top, next] = [await addGroup(api, other, 'Top'), await addGroup(api, other, 'Next')];
  const inner = await addGroup(api, other, 'Inner', top);
  const params = { pk: String(inner) };
  const bodies = [
    { name: 'Hall', manager_name: 'Kim' },
    { name: 'Hall' },
    { flag_confirm: 1 } as const,
    { group_fk: next },
    { group_fk: null },
    { update_key: 'alert', alert_code: 'IW2' as AlertCode, alert_time: null, alert_th_value: 80 } as const,
    { update_key: 'alert', alert_code: 'IW2' as AlertCode, alert_time: null, alert_th_value: 90 } as const,
    { delete_key: 'IW2' as AlertCode },
  ];
  for (const body of bodies) expect((await api.call(other.admin, updateGroup, { params, body })).status).toBe(200);
  expect(await audited(other.admin, 89)).toEqual([
    [null, 'Top'],
    [null, 'Next'],
    [null, 'Top/Inner'],
  ]);
  expect(await audited(other.admin, 90)).toEqual([
    ['Top/Inner name: Inner', 'Top/Inner name: Hall'],
    ['Top/Inner manager_name: ', 'Top/Inner manager_name: Kim'],
    ['Top/Hall flag_confirm: 0', 'Top/Hall flag_confirm: 1'],
    ['Top/Hall group_fk: Top', 'Top/Hall group_fk: Next'],
    ['Next/Hall group_fk: Next', 'Next/Hall group_fk: '],
  ]);
  expect(await audited(other.admin, 92)).toEqual([
    [null, 'Hall IW2: 80'],
    ['Hall IW2: 80', 'Hall IW2: 90'],
    ['Hall IW2: 90', null],
  ]);
});

test('a deleted group is audited with its subgroups, and the move of each device', async () => {
  const other = await addCompany(api);
  const top = await addGroup(api, other, 'Top');
  const inner = await addGroup(api, other, 'Inner', top);
  await addDevices(api, { company: other, group: inner, alias: 'Till' }, 1);
  await api.call(other.admin, deleteGroup, { params: { pk: String(top) } });
  expect(await audited(other.admin, 91)).toEqual([
    ['Top', null],
    ['Top/Inner', null],
  ]);
  const { objects } = await api.call(other.admin, listAudits, { query: { q: '21' } });
  expect(objects).toMatchObject([{ old_value: 'Top/Inner', device_alias: 'Till 1' }]);
  expect(objects[0]?.new_value).not.toBe('');
});
