import type { CallOf } from '@vigil/shared/contract/endpoint';
import { listUsers, readOwnApprover, searchUsers } from '@vigil/shared/contract/http/users';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addGroup, addMember, type TestCompany, type TestUser } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let member: TestUser;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  const head = await addMember(api, company, {
    name: 'Kim 100%',
    department: 'Lab',
    memberTypeId: 6,
    useApprovalFunction: 1,
  });
  member = await addMember(api, company, { name: 'Lee', department: 'Sales', approverFk: head.pk });
  await addMember(api, company, { name: 'Gone', active: false });
  await addMember(api, await addCompany(api), { name: 'Lee of another company' });
});

const search = async (query: NonNullable<CallOf<typeof searchUsers>['query']>) =>
  (await api.call(member.token, searchUsers, { query })).objects.map((row) => row.name);

test('colleagues are found by name, ID, department and authority, and only those who are active', async () => {
  const all = await api.call(member.token, searchUsers);
  expect(all.objects.map((row) => row.mgrid)).toEqual(all.objects.map((row) => row.mgrid).toSorted());
  expect(all.meta.total_count).toBe(3);
  expect(await search({ name: 'lee' })).toEqual(['Lee']);
  expect(await search({ search_key: 'mgrid', search_value: member.id.toUpperCase() })).toEqual(['Lee']);
  expect(await search({ search_key: 'department', search_value: 'lab' })).toEqual(['Kim 100%']);
  expect(await search({ search_key: 'authority', search_value: '6' })).toEqual(['Kim 100%']);
  expect(await search({ search_key: 'authority', search_value: 'six' })).toEqual([]);
  expect(await search({ name: '%' })).toEqual(['Kim 100%']);
});

test('the search can be limited to approvers', async () => {
  expect((await search({ approvers: '1', by: 'name' })).toSorted()).toEqual(['Administrator', 'Kim 100%']);
});

test('the search can leave administrators out', async () => {
  expect((await search({ flag_servant: '1' })).toSorted()).toEqual(['Kim 100%', 'Lee']);
  const { meta } = await api.call(member.token, searchUsers, { query: { flag_servant: '1', limit: 1 } });
  expect(meta.total_count).toBe(2);
});

test('pages are parts of the whole list', async () => {
  const first = await api.call(member.token, searchUsers, { query: { limit: 2 } });
  const second = await api.call(member.token, searchUsers, { query: { limit: 2, offset: 2 } });
  expect([first.objects.length, second.objects.length, second.meta.total_count]).toEqual([2, 1, 3]);
  const refused = await api.call(member.token, searchUsers, { query: { by: 'email' as never } });
  expect(refused.error?.code).toBe('malformed');
});

test('requests go to their own approver, or to administrators without one', async () => {
  const own = await addCompany(api);
  const head = await addMember(api, own, { name: 'Head', memberTypeId: 6, useApprovalFunction: 1 });
  const led = await addMember(api, own, { approverFk: head.pk });
  const names = async (token: string) => (await api.call(token, readOwnApprover)).objects.map((row) => row.name);
  expect(await names(led.token)).toEqual(['Head']);
  const other = await addMember(api, own);
  expect(await names(other.token)).toEqual(['Administrator']);
  await api.deps.database.asSystem((tx) =>
    tx.update(users).set({ useApprovalFunction: 0 }).where(eq(users.pk, head.pk)),
  );
  expect(await names(led.token)).toEqual(['Administrator']);
});

test('a list for a choice has those who may be chosen', async () => {
  const other = await addCompany(api);
  const floor = await addGroup(api, other, 'Floor');
  const lead = await addMember(api, other, { name: 'Lead', memberTypeId: 6, useApprovalFunction: 1, phone: '010-1' });
  await addMember(api, other, { name: 'In', groups: [floor] });
  const out = await addMember(api, other, { name: 'Out' });
  await addMember(api, other, { name: 'Gone', active: false });
  const list = (query: NonNullable<CallOf<typeof listUsers>['query']>, token = other.admin) =>
    api.call(token, listUsers, { query: { by: 'name', ...query } });
  const names = async (...of: Parameters<typeof list>) => (await list(...of)).objects.map(({ name }) => name);
  expect(await names({ context: 'group', group_pk: floor })).toEqual(['Lead', 'Out']);
  expect(await names({ context: 'group', groupPk: floor })).toEqual(['Lead', 'Out']);
  expect(await names({ context: 'members' })).toEqual(['In', 'Out']);
  expect(await names({ context: 'group', group_pk: floor, search_key: 'authority', search_value: '6' })).toEqual([
    'Lead',
  ]);
  expect((await list({ context: 'group', group_pk: floor }, lead.token)).status).toBe(404);
  expect((await list({ context: 'group', group_pk: floor }, out.token)).error?.code).toBe('not_allowed');

  expect(await names({ context: 'approver' })).toEqual(['Administrator', 'Lead']);
  const { objects, meta } = await list({ context: 'approver', search_value: lead.id }, out.token);
  expect([objects, meta.total_count]).toEqual([[{ pk: lead.pk, mgrid: lead.id, name: 'Lead' }], 1]);
  for (const query of [{ search_key: 'phone', search_value: '010' }, { by: 'email' }] as const)
    expect((await list({ context: 'approver', ...query }, out.token)).error?.code).toBe('malformed');
});

test('an administrator lists all users, a sub-manager their own members, and others are refused', async () => {
  const other = await addCompany(api);
  const lead = await addMember(api, other, { name: 'Lead', memberTypeId: 6, useApprovalFunction: 1, phone: '010-1' });
  const own = await addMember(api, other, { name: 'Own', approverFk: lead.pk, authRemotecontrol: 1, authVal: 9 });
  await addMember(api, other, { name: 'Gone', active: false, memberTypeId: 6 });
  const names = async (token: string, query: NonNullable<CallOf<typeof listUsers>['query']> = {}) =>
    (await api.call(token, listUsers, { query })).objects.map((row) => row.name);
  expect(await names(other.admin)).toEqual(['Lead', 'Administrator', 'Own', 'Gone']);
  expect(await names(other.admin, { by: 'name', order: 'desc' })).toEqual(['Own', 'Lead', 'Gone', 'Administrator']);
  expect(await names(other.admin, { sort_active: 'inactive' })).toEqual(['Gone']);
  expect(await names(other.admin, { flag_servant: '1', search_key: 'phone', search_value: '010' })).toEqual(['Lead']);

  const { objects, meta } = await api.call(lead.token, listUsers);
  expect(meta.total_count).toBe(1);
  const rights = { auth_remotecontrol: 1, auth_filemanager: 0, auth_val: 9 };
  const approver = { approver_fk: lead.pk, approver_id: lead.id, approver_name: 'Lead' };
  expect(objects).toMatchObject([{ pk: own.pk, mgrid: own.id, flag_active: 1, ...rights, ...approver }]);
  expect((await api.call(own.token, listUsers)).error?.code).toBe('not_allowed');
});
