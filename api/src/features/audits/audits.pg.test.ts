import { randomUUID } from 'node:crypto';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listAudits, postAudit } from '@vigil/shared/contract/http/audits';
import { deleteDevice, moveDevices, updateDevice } from '@vigil/shared/contract/http/devices';
import { deleteGroup, updateGroup } from '@vigil/shared/contract/http/groups';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { saveSettings } from '../../testing/function-settings.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  PASSWORD,
  type TestCompany,
  type TestDevice,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeEach(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  [device] = (await addDevices(api, { company }, 1)) as [TestDevice];
});

type Query = NonNullable<Parameters<typeof api.call<typeof listAudits>>[2]>['query'];
const list = (query: Query = {}, token = company.admin) => api.call(token, listAudits, { query });
const report = (act_name_id: number, token = company.admin) =>
  api.call(token, postAudit, { body: { act_name_id, act_type_id: 1, device_pk: device.pk, new_value: 'x' } });
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

/** A remote session of the administrator with the device, which may have ended. */
const addSession = (endedAt: Date | null) =>
  api.deps.database.asSystem(async (tx) => {
    const [admin] = await tx.select().from(users).where(eq(users.mgrid, company.adminId));
    await tx.insert(remoteSessions).values({
      id: RemoteSessionId.parse(randomUUID()),
      companyFk: company.pk,
      type: 'rc',
      userFk: admin?.pk ?? null,
      mgrid: company.adminId,
      deviceFk: device.pk,
      deviceAlias: 'Kiosk',
      deviceGuid: device.guid,
      hostOsId: 1,
      secretHash: 'none',
      issuedAt: new Date(),
      endedAt,
    });
  });

test('clients report actions only beside a remote session with the device, or soon after it', async () => {
  const before = (await list()).meta.total_count;
  expect((await report(1)).error).toMatchObject({ code: 'not_allowed', detail: 'remote_session' });
  await addSession(new Date(api.deps.now() - 3_600_000));
  expect((await report(2)).error?.code).toBe('not_allowed');
  expect((await list()).meta.total_count).toBe(before);
  await addSession(new Date(api.deps.now() - 60_000));
  expect((await report(2)).objects[0]).toMatchObject({ act_name_id: 2 });
});

test('clients report only actions that the server cannot see', async () => {
  await addSession(null);
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
  await rename('seen');
  expect((await list(one, near.token)).objects.length).toBeGreaterThan(0);
  expect((await list(one, far.token)).error?.code).toBe('not_found');
  expect((await list({}, near.token)).error).toMatchObject({ reason: 'flag', detail: 'viewReport' });
  expect((await list({}, reader.token)).status).toBe(200);
  expect((await report(1, far.token)).error?.code).toBe('not_found');
});

test('what was done to a device that is gone stays readable for administrators', async () => {
  const [gone] = (await addDevices(api, { company, group: company.home }, 1)) as [TestDevice];
  await api.call(company.admin, updateDevice, { params: { pk: String(gone.pk) }, body: { alias: 'short-lived' } });
  await api.call(company.admin, deleteDevice, { params: { pk: String(gone.pk) } });
  const one = { device_pk: String(gone.pk) };
  expect((await list(one)).objects.map((row) => row.act_name_id)).toEqual([13, 11]);
  const near = await addMember(api, company, { groups: [company.home], authVal: 8 });
  expect((await list(one, near.token)).error?.code).toBe('not_found');
  const other = await addCompany(api);
  expect((await list(one, other.admin)).error?.code).toBe('not_found');
});

test('reports tell a member of devices and groups in sight and of their own actions, and of no others', async () => {
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
    [89, null],
  ]);

  const elsewhere = await addGroup(api, company, 'Other branch');
  await api.call(company.admin, moveDevices, { body: { device_pk: near.pk, new_device_group_fk: elsewhere } });
  const left = (await list({ search_mode: 'all' }, reader.token)).objects;
  expect(left.map((row) => row.act_name_id)).toEqual([13, 89]);
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

test('entries of users and policies are for administrators, those of groups for those who see them', async () => {
  const [seen, unseen] = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Unseen')];
  for (const pk of [seen, unseen])
    await api.call(company.admin, updateGroup, {
      params: { pk: String(pk) },
      body: { manager_name: 'Kim' },
    });
  const reader = await addMember(api, company, { groups: [seen], authVal: 8 });
  const plain = await addMember(api, company, { groups: [seen] });
  await saveSettings(api, company, { idle_time: 20 });
  const user = { params: { pk: String(reader.pk) }, body: { phone: '010' } };
  await api.call(company.admin, updateUser, user);
  // Of their own actions, too.
  const token = { name: 'script', scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD };
  await api.call(reader.token, createApiToken, { body: token });

  const subjects = async (query: Query, caller?: string) => {
    const { objects, meta } = await list({ limit: 200, ...query }, caller);
    expect(meta.total_count).toBe(objects.length);
    return objects.map((row) => [row.subject_kind, row.subject_pk]);
  };
  const ofUser = { subject_kind: 'user', subject_pk: reader.pk } as const;
  const ofGroup = (pk: number) => ({ subject_kind: 'group', subject_pk: pk }) as const;
  expect(await subjects(ofUser)).toEqual([
    ['user', reader.pk],
    ['user', reader.pk],
  ]);
  expect(await subjects({ subject_kind: 'policy' })).toEqual([['policy', null]]);
  expect((await subjects(ofGroup(unseen))).length).toBe(2);

  const told = await subjects({}, reader.token);
  expect(told.filter(([kind]) => kind === 'user' || kind === 'policy')).toEqual([]);
  expect(told.filter(([kind]) => kind === 'group')).toEqual([
    ['group', seen],
    ['group', seen],
  ]);
  const ofSubject = (await list({ subject_pk: reader.pk, search_mode: 'all' }, reader.token)).objects;
  // A group in sight may have the same number.
  expect(ofSubject.filter(({ subject_kind }) => subject_kind !== 'group')).toEqual([]);
  for (const kind of ['user', 'policy'] as const)
    expect((await list({ subject_kind: kind }, reader.token)).error).toMatchObject({ detail: 'isAdmin' });
  expect((await list(ofGroup(unseen), reader.token)).error?.code).toBe('not_found');
  // The history of one group needs no right to reports, as that of one device.
  expect((await subjects(ofGroup(seen), plain.token)).length).toBe(2);
  expect((await list({ subject_kind: 'group' }, plain.token)).error).toMatchObject({ detail: 'viewReport' });

  const other = await addCompany(api);
  expect(await subjects(ofUser, other.admin)).toEqual([]);
  expect(await subjects(ofGroup(seen), other.admin)).toEqual([]);
});

test('the history of a deleted group stays with administrators, and with those who deleted it', async () => {
  const group = await addGroup(api, company, 'Short-lived');
  const reader = await addMember(api, company, { groups: [group], authVal: 8 });
  await api.call(company.admin, deleteGroup, { params: { pk: String(group) } });
  const ofGroup = { subject_kind: 'group', subject_pk: group } as const;
  expect((await list(ofGroup)).objects.map((row) => row.act_name_id)).toEqual([91, 89]);
  expect((await list({ search_mode: 'all' }, reader.token)).objects).toEqual([]);
});
