import postgres from 'postgres';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createEnrolToken } from '@vigil/shared/contract/http/agents';
import { listApprovals, postApproval } from '@vigil/shared/contract/http/approvals';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { readDevice, updateDevice } from '@vigil/shared/contract/http/devices';
import { addFavourite, listFavourites } from '@vigil/shared/contract/http/favourites';
import { listGroups } from '@vigil/shared/contract/http/groups';
import { readPreference, writePreference } from '@vigil/shared/contract/http/preferences';
import { listSessions } from '@vigil/shared/contract/http/sessions';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { apiTest } from './testing/fixture.ts';
import { declaredEndpoints, nameOf } from './testing/endpoints.ts';
import { addressOf, type TestApi } from './testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  connectDevices,
  type TestCompany,
  type TestDevice,
} from './testing/world.ts';

const SECRET = 'belongs-to-a';
const preference = { key: 'columns' };

const test = apiTest();
let api: TestApi;
let a: TestCompany;
let b: TestCompany;
let group: GroupPk;
let device: TestDevice;
let favourite: number;
let enrolToken: number;
let approval: number;
let session: string;

test.beforeAll(async ({ api: started }) => {
  api = started;
  [a, b] = [await addCompany(api), await addCompany(api)];
  group = await addGroup(api, a, SECRET);
  [device] = (await addDevices(api, { company: a, group, alias: SECRET }, 1)) as [TestDevice];
  await connectDevices(api, a, [device.pk]);
  const params = { pk: String(device.pk) };
  await api.call(a.admin, updateDevice, { params, body: { memo: SECRET } });
  await api.call(a.admin, issueCommand, { params: { guid: device.guid }, body: { type: 'reboot' } });
  const marked = await api.call(a.admin, addFavourite, { body: { servernum: device.pk } });
  favourite = marked.objects[0]?.pk ?? 0;
  const span = { start_time: '2099-01-01T00:00:00Z', end_time: '2099-01-02T00:00:00Z' };
  const asked = { device_pk: device.pk, approval_reason: SECRET, ...span };
  approval = (await api.call(a.admin, postApproval, { body: asked })).objects[0]?.pk ?? 0;
  await api.call(a.admin, writePreference, { params: preference, body: { value: SECRET } });
  session = (await api.call(a.admin, listSessions)).objects[0]?.id ?? '';
  enrolToken = (await api.call(a.admin, createEnrolToken, { body: { group_pk: group } })).objects.pk;
});

/** Calls of a user of company B with the keys of company A. */
const attacks: Readonly<Record<string, () => { params?: object; query?: object; body?: object }>> = {
  'DELETE /agents/enrol-tokens/:pk': () => ({ params: { pk: enrolToken } }),
  'DELETE /device-groups/:pk': () => ({ params: { pk: group } }),
  'DELETE /devices/:pk': () => ({ params: { pk: device.pk } }),
  'DELETE /favorate': () => ({ query: { favnum: favourite } }),
  'DELETE /file_upload/logo': () => ({}),
  'DELETE /sessions': () => ({}),
  'DELETE /sessions/:id': () => ({ params: { id: session } }),
  'GET /agents/enrol-tokens': () => ({}),
  'GET /appconfig': () => ({}),
  'GET /approvals': () => ({ query: { search_mode: 'all', device_pk: device.pk } }),
  'GET /approver': () => ({}),
  'GET /audits': () => ({ query: { device_pk: device.pk } }),
  'GET /device-groups': () => ({}),
  'GET /device-groups/:pk': () => ({ params: { pk: group } }),
  'GET /devices': () => ({ query: { device_group_pk: group, search_mode: 'all' } }),
  'GET /devices/:pk': () => ({ params: { pk: device.pk } }),
  'GET /devices/snapshot': () => ({ query: { limit: 2_000 } }),
  'GET /devices/summary': () => ({}),
  'GET /devices/system_usage': () => ({ query: { device_group_pk: group } }),
  'GET /downloads': () => ({}),
  'GET /favorate': () => ({}),
  'GET /password_policy': () => ({}),
  'GET /remoteControl/commands': () => ({ query: { device_pk: device.pk } }),
  'GET /search': () => ({ query: { name: SECRET, search_mode: 'all' } }),
  'GET /sessions': () => ({}),
  'GET /user/0': () => ({}),
  'GET /user/preferences/:key': () => ({ params: preference }),
  'POST /agents/enrol-tokens': () => ({ body: { group_pk: group } }),
  'POST /approvals': () => ({ body: { pk: approval, is_accept: 0, react_reason: 'ours' } }),
  'POST /audits': () => ({ body: { act_name_id: 1, act_type_id: 1, device_pk: device.pk } }),
  'POST /device-groups': () => ({ body: { name: 'ours', group_fk: group, company_fk: a.pk } }),
  'POST /devices/move': () => ({ body: { device_pk: device.pk, new_device_group_fk: b.home } }),
  'POST /favorate': () => ({ body: { servernum: device.pk } }),
  'POST /file_upload': () => ({}),
  'POST /managers/settings': () => ({ body: { table_name: 'x', column_name: ['refresh_interval'] } }),
  'POST /remoteControl/bulk': () => ({ body: { device_pks: [device.pk], type: 'reboot' } }),
  'PUT /device-groups/:pk': () => ({ params: { pk: group }, body: { name: 'ours' } }),
  'PUT /devices/:pk': () => ({ params: { pk: device.pk }, body: { alias: 'ours' } }),
  'PUT /devices/:pk/approval': () => ({ params: { pk: device.pk }, body: { approval: 0 } }),
  'PUT /remoteControl/:guid': () => ({ params: { guid: device.guid }, body: { type: 'reboot' } }),
  'PUT /user/0': () => ({ body: { name: 'name', value: 'b' } }),
  'PUT /user/preferences/:key': () => ({ params: preference, body: { value: 'ours' } }),
};

const ownDoor = (endpoint: AnyEndpoint) => !['login', 'needs'].includes(endpoint.access.kind);

const everythingOfA = async () => ({
  device: (await api.call(a.admin, readDevice, { params: { pk: String(device.pk) } })).objects,
  groups: (await api.call(a.admin, listGroups)).objects,
  audits: (await api.call(a.admin, listAudits)).objects,
  favourites: (await api.call(a.admin, listFavourites)).objects,
  approvals: (await api.call(a.admin, listApprovals)).objects,
  preference: (await api.call(a.admin, readPreference, { params: preference })).objects,
});

test('company B neither sees nor changes anything of company A, by any endpoint', async () => {
  const before = await everythingOfA();
  for (const endpoint of (await declaredEndpoints()).values()) {
    if (ownDoor(endpoint) || endpoint.path === '/logout') continue;
    const attack = attacks[nameOf(endpoint)];
    if (!attack) throw new Error(`${nameOf(endpoint)}: say what company B would try here`);
    const { params, query, body } = attack();
    const reply = await api.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, { params, query }),
      headers: { token: b.admin },
      ...(body === undefined ? {} : { payload: body }),
    });
    const said = [nameOf(endpoint), reply.body] as const;
    expect(said).not.toEqual([nameOf(endpoint), expect.stringMatching(new RegExp(`${SECRET}|${device.guid}`, 'u'))]);
    expect([nameOf(endpoint), reply.statusCode]).not.toEqual([nameOf(endpoint), 500]);
  }
  expect(await everythingOfA()).toEqual(before);
});

test('every table of companies’ rows is under row-level security that binds its owner, too', async () => {
  const admin = postgres(api.database.adminUrl, { max: 1 });
  const open = await admin`
    select c.relname from pg_class c
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'company_fk' and not t.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`;
  await admin.end();
  expect(open.map((row) => row['relname'] as string)).toEqual([]);
});

test('a query without a company returns no rows, and one for B no rows of A', async () => {
  const client = postgres(api.database.url, { max: 1 });
  for (const table of ['devices', 'users', 'commands', 'audits', 'sessions', 'licences', 'approvals', 'invitations']) {
    const [row] = await client`select count(*)::int as count from ${client(table)}`;
    expect([table, row?.['count']]).toEqual([table, 0]);
  }
  await client.end();
  const seen = await api.deps.database.inCompany(b.pk, (tx) =>
    tx.execute(sql`select 1 from devices where company_fk = ${a.pk}`),
  );
  expect(seen).toHaveLength(0);
});

test('rows of another company cannot be written', async () => {
  const write = api.deps.database.inCompany(b.pk, (tx) =>
    tx.execute(sql`insert into app_configs (company_fk, config_name) values (${a.pk}, 'theirs')`),
  );
  await expect(write).rejects.toMatchObject({
    cause: { message: expect.stringContaining('row-level security') as string },
  });
});
