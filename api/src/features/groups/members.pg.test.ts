import { AlertCode } from '@vigil/shared/contract/alert';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { listDevices, readDevice } from '@vigil/shared/contract/http/devices';
import {
  addDevicesToGroup,
  addGroupMember,
  readGroupMember,
  removeDeviceFromGroup,
  removeGroupMember,
} from '@vigil/shared/contract/http/group-links';
import { deleteGroup, readGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { readUserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { runsOf } from '../../../../tests/support/scope.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addDevices, addGroup, addMember, type TestCompany } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let [top, middle, leaf]: GroupPk[] = [];
let device: DevicePk;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
});

test.beforeEach(async ({ task }) => {
  top = await addGroup(api, company, `Top of ${task.id}`);
  middle = await addGroup(api, company, 'Middle', top);
  leaf = await addGroup(api, company, 'Leaf', middle);
  const [row] = await addDevices(api, { company, group: leaf }, 1);
  if (!row) throw new Error('no device');
  device = row.pk;
});

const link = (
  member: UserPk,
  group: GroupPk | undefined,
  more: { with_parents?: 0 | 1; with_subgroups?: 0 | 1 } = {},
) =>
  api.call(company.admin, addGroupMember, { body: { device_group_fk: group as GroupPk, member_fk: member, ...more } });
const unlink = (pk: number | undefined, with_subgroups: '0' | '1' = '0') =>
  api.call(company.admin, removeGroupMember, { params: { pk: String(pk) }, query: { with_subgroups } });
const find = (member: UserPk, group: GroupPk | undefined) =>
  api.call(company.admin, readGroupMember, { query: { device_group_fk: String(group), member_fk: String(member) } });
const seen = async (token: string) =>
  (await api.call(token, listDevices, { query: { search_mode: 'all' } })).objects.map(({ pk }) => pk);
const groupOf = async (pk: DevicePk) =>
  (await api.call(company.admin, readDevice, { params: { pk: String(pk) } })).objects[0]?.device_group_fk;
const detail = async (pk: GroupPk | undefined) =>
  (await api.call(company.admin, readGroup, { params: { pk: String(pk) } })).objects[0];

test('a device is put into a group, and taken out of it into the default group', async () => {
  const put = (to: GroupPk) =>
    api.call(company.admin, addDevicesToGroup, { body: { device_pk: device, new_device_group_fk: to } });
  const take = (from: GroupPk) =>
    api.call(company.admin, removeDeviceFromGroup, {
      query: { device_pk: String(device), old_device_group_fk: String(from) },
    });
  expect((await put(top as GroupPk)).objects).toEqual([device]);
  expect((await put(top as GroupPk)).error?.code).toBe('identical_group');
  expect((await take(leaf as GroupPk)).error?.code).toBe('not_found');
  expect((await take(top as GroupPk)).objects).toEqual([device]);
  const [name, home] = [(await detail(top))?.name, (await detail(company.home))?.name];
  const { objects } = await api.call(company.admin, listAudits, { query: { q: '21', order: 'asc', limit: 2 } });
  expect(objects.map(({ old_value, new_value }) => [old_value, new_value])).toEqual([
    [`${name}/Middle/Leaf`, name],
    [name, home],
  ]);
  expect(await groupOf(device)).toBe(company.home);
  expect((await take(company.home)).error?.code).toBe('identical_group');
});

test('a group is granted after its parents, or with them, and is in sight at once', async () => {
  const member = await addMember(api, company, { name: 'Lee' });
  expect(await seen(member.token)).toEqual([]);
  expect((await find(member.pk, leaf)).status).toBe(404);
  const refused = await link(member.pk, leaf);
  expect(refused).toMatchObject({ status: 422, error: { code: 'parent_group_required', detail: 'Middle' } });
  const granted = await link(member.pk, leaf, { with_parents: 1 });
  expect(new Set(granted.objects.map((one) => one.device_group_fk))).toEqual(new Set([top, middle, leaf]));
  expect(await seen(member.token)).toEqual([device]);
  expect((await find(member.pk, leaf)).objects).toMatchObject([{ device_group_fk: leaf, member_fk: member.pk }]);
  expect((await link(member.pk, leaf)).error?.code).toBe('conflict');
  expect((await detail(leaf))?.users).toMatchObject([{ pk: member.pk, name: 'Lee', userType: 1 }]);
  const audited = async (code: number) => {
    const { objects } = await api.call(company.admin, listAudits, { query: { q: String(code), limit: 200 } });
    return objects
      .map(({ old_value, new_value }) => [old_value, new_value])
      .filter((values) => values.some((value) => value?.startsWith(member.id)))
      .toSorted((a, b) => a.join('').localeCompare(b.join('')));
  };
  const path = (await detail(top))?.name ?? '';
  const paths = [path, `${path}/Middle`, `${path}/Middle/Leaf`].map((each) => `${member.id}: ${each}`);
  expect(await audited(48)).toEqual(paths.map((each) => [null, each]));
  const [first] = (await find(member.pk, top)).objects;
  expect((await unlink(first?.pk, '1')).status).toBe(200);
  expect(await audited(49)).toEqual(paths.map((each) => [each, null]));
});

test('a group is granted with those below it that the caller sees', async () => {
  const member = await addMember(api, company, { name: 'Seo' });
  const groupsOf = ({ objects }: Awaited<ReturnType<typeof link>>) => objects.map((one) => one.device_group_fk);
  const granted = await link(member.pk, middle, { with_parents: 1, with_subgroups: 1 });
  expect(new Set(groupsOf(granted))).toEqual(new Set([top, middle, leaf]));
  expect(await seen(member.token)).toEqual([device]);
  expect((await link(member.pk, middle, { with_subgroups: 1 })).error?.code).toBe('conflict');
  const [below] = (await find(member.pk, leaf)).objects;
  await unlink(below?.pk, '0');
  expect(groupsOf(await link(member.pk, top, { with_subgroups: 1 }))).toEqual([leaf]);
});

test('a group is taken away after its subgroups, or with them, and is out of sight at once', async () => {
  const member = await addMember(api, company);
  const links = (await link(member.pk, leaf, { with_parents: 1 })).objects;
  const of = (group: GroupPk | undefined) => links.find((one) => one.device_group_fk === group)?.pk;
  expect(await unlink(of(top))).toMatchObject({ status: 409, error: { code: 'subgroup_permission_first', detail: 2 } });
  expect(await seen(member.token)).toEqual([device]);
  expect((await unlink(of(top), '1')).objects).toHaveLength(3);
  expect(await seen(member.token)).toEqual([]);
  expect((await unlink(of(top))).error?.code).toBe('not_found');
  expect((await detail(leaf))?.users).toEqual([]);
});

test('of two grants at once one is made', async () => {
  const member = await addMember(api, company);
  const answers = await Promise.all([1, 2, 3].map(() => link(member.pk, top)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'conflict')).toHaveLength(2);
});

/** Requests about groups by their index; each entry is sent at once with the others of its list. */
const requests = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom('link', 'link', 'link with parents', 'unlink', 'unlink with subgroups', 'delete'),
      group: fc.nat(5),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 1, maxLength: 8 },
);
/** The parent of each group but the first, as a part of what is before it. */
const parents = fc.tuple(fc.nat(0), fc.nat(1), fc.nat(2), fc.nat(3), fc.nat(4));

test('in every order of grants, removals and deletions a user has no group without those above it', async () => {
  await fc.assert(
    fc.asyncProperty(parents, requests, async (tree, batches) => {
      const member = await addMember(api, company);
      const groups = [await addGroup(api, company, `Top of ${member.id}`)];
      for (const [i, parent] of tree.entries()) groups.push(await addGroup(api, company, `Group ${i}`, groups[parent]));
      const granted = async () => {
        const params = { pk: String(member.pk) };
        const all = (await api.call(company.admin, readUserAccessDetails, { params })).objects[0]?.groups ?? [];
        return new Map(all.flatMap(({ pk, link_pk }) => (link_pk === null ? [] : [[pk, link_pk] as const])));
      };
      const send = async ({ kind, group }: { kind: string; group: number }) => {
        const pk = groups[group];
        if (pk === undefined) return;
        if (kind === 'link') await link(member.pk, pk);
        else if (kind === 'link with parents') await link(member.pk, pk, { with_parents: 1 });
        else if (kind === 'delete') await api.call(company.admin, deleteGroup, { params: { pk: String(pk) } });
        else await unlink((await granted()).get(pk) ?? 0, kind === 'unlink' ? '0' : '1');
      };
      for (const batch of batches) {
        await Promise.all(batch.map(send));
        const now = await granted();
        for (const [i, parent] of tree.entries()) {
          const [child, above] = [groups[i + 1], groups[parent]];
          if (child !== undefined && above !== undefined && now.has(child)) expect([...now.keys()]).toContain(above);
        }
      }
    }),
    { numRuns: runsOf({ usual: 5, all: 15 }) },
  );
});

test('thresholds show what they inherit from the nearest group, and which subgroups override them', async () => {
  const set = (pk: GroupPk | undefined, alert_code: string, alert_th_value: number) =>
    api.call(company.admin, updateGroup, {
      params: { pk: String(pk) },
      body: { update_key: 'alert', alert_code: alert_code, alert_time: null, alert_th_value },
    });
  await set(top, 'IW2', 80);
  await set(top, 'IW3', 70);
  await set(middle, 'IW2', 90);
  await set(leaf, 'IW2', 95);
  const shown = await detail(leaf);
  expect(shown).toMatchObject({ IW: [{ alert_code: 'IW2', alert_th_value: 95 }], overridden_by: [] });
  // The top began with those of the default group, too.
  expect(shown?.inherited.filter(({ alert_code }) => alert_code === 'IW2' || alert_code === 'IW3')).toMatchObject([
    { alert_code: 'IW2', alert_th_value: 90, group_fk: middle, group_name: 'Middle' },
    { alert_code: 'IW3', alert_th_value: 70, group_fk: top },
  ]);
  expect((await detail(top))?.overridden_by).toMatchObject([
    { alert_code: 'IW2', group_fk: leaf, alert_th_value: 95 },
    { alert_code: 'IW2', group_fk: middle, alert_th_value: 90 },
  ]);
});

test('a threshold without a type of device, a kind or the field of its kind, or out of its range, is refused', async () => {
  const params = { pk: String(leaf) };
  const set = async (code: string, alert_time: number | null, alert_th_value: number | null) => {
    const body = { update_key: 'alert' as const, alert_code: code, alert_time, alert_th_value };
    return (await api.call(company.admin, updateGroup, { params, body })).error?.code;
  };
  for (const code of ['', 'I', 'I2', 'IX2']) expect(await set(code, null, 5)).toBe('please_select_device_type');
  for (const code of ['IW', 'IW0', 'IW8']) expect(await set(code, null, 5)).toBe('please_select_alert_type');
  expect(await set('IW1', null, 5)).toBe('please_input_alert_time');
  expect(await set('IW2', 5, null)).toBe('please_input_alert_value');
  for (const [code, value] of [
    ['IW2', 101],
    ['IW4', 100.5],
    ['IW5', 151],
  ] as const)
    expect(await set(code, null, value)).toBe('malformed');
  expect(await set('IW1', 5, null)).toBeUndefined();
  const removed = { update_key: 'alert' as const, delete_key: AlertCode.parse('IW1') };
  expect((await api.call(company.admin, updateGroup, { params, body: removed })).status).toBe(200);
  expect((await detail(leaf))?.IW).toEqual([]);
});

test('a group is not granted to a user who is deleted meanwhile', async () => {
  const member = await addMember(api, company);
  const { asSystem } = api.deps.database;
  let deleting = 0;
  // It waits for the transaction that has deleted the row.
  const waiting = async () => {
    const rows = await asSystem((tx) =>
      tx.execute(sql`
        select 1 from pg_locks where locktype = 'transactionid' and not granted
          and transactionid = (select transactionid from pg_locks where pid = ${deleting} and locktype = 'transactionid' and granted)`),
    );
    return rows.length;
  };
  const granting = await asSystem(async (tx) => {
    await tx.delete(users).where(eq(users.pk, member.pk));
    const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    deleting = own?.pid ?? 0;
    const answer = link(member.pk, top);
    await eventually(async () => expect(await waiting()).toBe(1));
    return { answer };
  });
  expect((await granting.answer).error?.code).toBe('not_found');
});
