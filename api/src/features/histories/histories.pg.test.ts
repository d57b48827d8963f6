import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { deleteDevice, moveDevices } from '@vigil/shared/contract/http/devices';
import {
  listAccessHistory,
  listAlertHistory,
  listFileHistory,
  listRemoteHistory,
} from '@vigil/shared/contract/http/histories';
import { postAccess } from '@vigil/shared/contract/http/sessions';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { addSignIns, addToHistories, type HistoryEvent } from '../../testing/history-rows.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  guestTokenOf,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const REPORTS = 8;
const histories = [listRemoteHistory, listFileHistory, listAlertHistory, listAccessHistory] as const;
const ofDevices = [listRemoteHistory, listFileHistory, listAlertHistory] as const;

const test = apiTest();
let api: TestApi;
test.beforeAll(({ api: started }) => void (api = started));

interface World {
  readonly company: TestCompany;
  readonly seen: GroupPk;
  readonly near: TestDevice;
  readonly far: TestDevice;
  readonly reader: TestUser;
}

/** A company whose reader of reports sees one of two groups, each with a device. */
async function addWorld(): Promise<World> {
  const company = await addCompany(api);
  const [seen, unseen] = [await addGroup(api, company, 'Seen'), await addGroup(api, company, 'Unseen')];
  const [near] = (await addDevices(api, { company, group: seen }, 1)) as [TestDevice];
  const [far] = (await addDevices(api, { company, group: unseen }, 1)) as [TestDevice];
  const reader = await addMember(api, company, { groups: [seen], authVal: REPORTS });
  return { company, seen, near, far, reader };
}

const addEvents = ({ company }: Pick<World, 'company'>, events: readonly HistoryEvent[]) =>
  api.deps.database.asSystem((tx) => addToHistories(tx, company.pk, events));

const minutesAgo = (minutes: number) => new Date(api.deps.now() - minutes * 60_000);

type Options = { readonly token: string; readonly query?: object };
async function readNames(endpoint: (typeof histories)[number], { token, query = {} }: Options) {
  const { objects, meta } = await api.call(token, endpoint, { query });
  const names = (objects as { alias?: string; device?: string; mgrid?: string }[]).map(
    ({ alias, device, mgrid }) => alias ?? device ?? mgrid,
  );
  return { names, total: meta.total_count };
}

test('histories are for administrators and members with reports, and do not exist without the licence', async () => {
  const { company, reader } = await addWorld();
  const plain = await addMember(api, company);
  const free = await addCompany(api, { type: 'Basic' });
  for (const endpoint of histories) {
    for (const token of [company.admin, reader.token, await guestTokenOf(api, company)])
      expect((await api.call(token, endpoint)).status).toBe(200);
    expect(await api.call(plain.token, endpoint)).toMatchObject({
      status: 403,
      error: { code: 'not_allowed', reason: 'flag', detail: 'viewReport' },
    });
    expect(await api.call(free.admin, endpoint)).toMatchObject({ status: 404, error: { code: 'not_found' } });
  }
});

test('a member reads and counts the rows of devices in sight, an administrator those of the company', async () => {
  const world = await addWorld();
  const { company, near, far, reader } = world;
  await addEvents(world, [
    { device: near.pk, at: minutesAgo(3), name: 'near' },
    { device: far.pk, at: minutesAgo(2), name: 'far' },
  ]);
  for (const endpoint of ofDevices) {
    expect(await readNames(endpoint, { token: company.admin })).toEqual({
      names: ['device far', 'device near'],
      total: 2,
    });
    expect(await readNames(endpoint, { token: reader.token })).toEqual({ names: ['device near'], total: 1 });
    expect(await readNames(endpoint, { token: reader.token, query: { device_pk: far.pk } })).toMatchObject({
      total: 0,
    });
  }
  // The count is not remembered for devices that have left the sight of its reader.
  await api.call(company.admin, moveDevices, { body: { device_pk: near.pk, new_device_group_fk: company.home } });
  for (const endpoint of ofDevices)
    expect(await readNames(endpoint, { token: reader.token })).toEqual({ names: [], total: 0 });
});

test('a member reads their own sign-ins, an administrator those of the company', async () => {
  const { company, reader } = await addWorld();
  await api.deps.database.asSystem((tx) =>
    addSignIns(tx, company.pk, [
      { at: minutesAgo(2), name: 'own', user: reader.pk },
      { at: minutesAgo(1), name: 'other' },
    ]),
  );
  expect(await readNames(listAccessHistory, { token: company.admin })).toMatchObject({ total: 2 });
  expect(await readNames(listAccessHistory, { token: reader.token })).toEqual({ names: ['own@vigil.test'], total: 1 });
});

test('rows keep their names after the device is deleted, for those who saw its group', async () => {
  const world = await addWorld();
  const { company, near, far, reader } = world;
  await addEvents(world, [
    { device: near.pk, at: minutesAgo(3), name: 'near' },
    { device: far.pk, at: minutesAgo(2), name: 'far' },
  ]);
  for (const { pk } of [near, far]) await api.call(company.admin, deleteDevice, { params: { pk: String(pk) } });
  for (const endpoint of ofDevices) {
    const { objects } = await api.call(reader.token, endpoint);
    expect(objects).toMatchObject([{ device_pk: near.pk, device_exists: 0 }]);
    expect(await readNames(endpoint, { token: reader.token })).toMatchObject({ names: ['device near'] });
    expect(await readNames(endpoint, { token: company.admin })).toMatchObject({ total: 2 });
  }
  // The history of deleted devices is that of their deletions.
  const deleted = (token: string) => api.call(token, listAudits, { query: { q: auditCode.delete } });
  expect(await deleted(reader.token)).toMatchObject({
    objects: [{ device_pk: near.pk, new_value: near.alias }],
    meta: { total_count: 1 },
  });
  expect((await deleted(company.admin)).meta.total_count).toBe(2);
});

test('a count includes rows that are added after it was remembered, and forgets deleted ones soon', async () => {
  const world = await addWorld();
  const { company, near } = world;
  const count = async (query = {}) => (await readNames(listAlertHistory, { token: company.admin, query })).total;
  await addEvents(world, [{ device: near.pk, at: minutesAgo(5), name: 'a' }]);
  expect([await count(), await count({ search_key: 'code', search_value: '3' })]).toEqual([1, 0]);
  await addEvents(world, [{ device: near.pk, at: minutesAgo(4), name: 'b', kind: 3 }]);
  expect([await count(), await count({ search_key: 'code', search_value: '3' })]).toEqual([2, 1]);
  await api.deps.database.asSystem((tx) => tx.delete(alerts).where(eq(alerts.companyFk, company.pk)));
  api.advance(60_000);
  expect(await count()).toBe(0);
});

test('alerts are found by type of device, kind, whole code, incident and whether they are open', async () => {
  const world = await addWorld();
  const { company, near } = world;
  await addEvents(world, [
    { device: near.pk, at: minutesAgo(3), name: 'two', kind: 2 },
    { device: near.pk, at: minutesAgo(2), name: 'three', kind: 3 },
  ]);
  const find = async (query: object) => (await readNames(listAlertHistory, { token: company.admin, query })).names;
  expect(await find({ search_key: 'type', search_value: '2' })).toEqual(['device three']);
  expect(await find({ search_key: 'code', search_value: '2' })).toEqual(['device two']);
  expect(await find({ search_key: 'code', search_value: 'IL3' })).toEqual(['device three']);
  expect(await find({ search_key: 'code', search_value: 'three' })).toEqual([]);
  expect(await find({ incident_pk: 5 })).toEqual([]);
  expect(await find({ open: '1' })).toEqual([]);
  await api.deps.database.asSystem((tx) =>
    tx
      .update(alerts)
      .set({ endedAt: null, incidentFk: 5 as never })
      .where(eq(alerts.deviceAlias, 'device two')),
  );
  expect([await find({ open: '1' }), await find({ incident_pk: 5 })]).toEqual([['device two'], ['device two']]);
});

test('sessions are found by whether they are under way and by their kind', async () => {
  const world = await addWorld();
  const { company, near } = world;
  const names = ['control', 'view', 'file', 'over'] as const;
  await addEvents(
    world,
    names.map((name, i) => ({ device: near.pk, at: minutesAgo(i), name })),
  );
  const types = { control: 'rc', view: 'rv', file: 'ft' } as const;
  for (const [name, type] of Object.entries(types))
    await api.deps.database.asSystem((tx) =>
      tx
        .update(remoteSessions)
        .set({ type, endedAt: null })
        .where(and(eq(remoteSessions.companyFk, company.pk), eq(remoteSessions.deviceAlias, `device ${name}`))),
    );
  const find = async (query: object) => (await readNames(listRemoteHistory, { token: company.admin, query })).names;
  expect(await find({ open: '1' })).toEqual(['device control', 'device view', 'device file']);
  expect(await find({ open: '1', kind: 'screen' })).toEqual(['device control', 'device view']);
  expect(await find({ kind: 'file' })).toEqual(['device file']);
  const { objects } = await api.call(company.admin, listRemoteHistory, { query: {} });
  const viewed = objects.find(({ alias }) => alias === 'device view');
  expect(await find({ session: viewed?.pk })).toEqual(['device view']);
});

test('a search ignores the case, the width and the composition of letters, and the kind of apostrophe', async () => {
  const world = await addWorld();
  const { company, near } = world;
  const names = ['o`brien', 'O’Brien', 'ｐｃ-１', 'cafe\u0301', 'x'];
  await addEvents(
    world,
    names.map((name, i) => ({ device: near.pk, at: minutesAgo(i), name })),
  );
  const find = async (search_value: string) =>
    (await readNames(listAlertHistory, { token: company.admin, query: { search_value } })).names;
  expect(await find("O'BRIEN")).toEqual(['device o`brien', 'device O’Brien']);
  expect(await find('PC-1')).toEqual(['device ｐｃ-１']);
  expect(await find('Café')).toEqual(['device cafe\u0301']);
  expect(await find('％')).toEqual([]);
});

test('a sign-in is recorded with the private address and where it came from; CS finds the desktop manager', async () => {
  const { company, reader } = await addWorld();
  const record = (browser: string, mgr_pri_ip?: string) =>
    api.call(reader.token, postAccess, {
      body: { browser, dev_os_id: 1, type_id: 1, ...(mgr_pri_ip && { mgr_pri_ip }) },
    });
  await record('Chrome');
  await record('', '10.0.0.7');
  expect((await record('', 'office')).status).toBe(400);
  const query = { order: 'asc' } as const;
  expect((await api.call(company.admin, listAccessHistory, { query })).objects).toMatchObject([
    { user_pk: reader.pk, browser: 'Chrome', mgr_pri_ip: null, login_from: 'web' },
    { user_pk: reader.pk, browser: '', mgr_pri_ip: '10.0.0.7', login_from: 'app' },
  ]);
  const search = { search_key: 'browser', search_value: 'cs' } as const;
  expect((await api.call(company.admin, listAccessHistory, { query: search })).objects).toMatchObject([
    { browser: '' },
  ]);
});

test('pages of the second half are those of the first, read from the other end', async () => {
  const world = await addWorld();
  const { company, near } = world;
  await addEvents(
    world,
    Array.from({ length: 23 }, (_, i) => ({ device: near.pk, at: minutesAgo(i), name: String(i) })),
  );
  const read = async (order: 'asc' | 'desc', offset: number, limit: number) =>
    (await api.call(company.admin, listAlertHistory, { query: { order, offset, limit } })).objects.map(({ pk }) => pk);
  for (const order of ['asc', 'desc'] as const) {
    const all = await read(order, 0, 100);
    expect(all).toHaveLength(23);
    for (let offset = 0; offset < 30; offset += 4)
      expect(await read(order, offset, 4)).toEqual(all.slice(offset, offset + 4));
  }
});
