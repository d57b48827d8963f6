import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { createApplication } from '@vigil/shared/contract/http/applications';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { listDevices, readDevice, readFleetSummary, updateDevice } from '@vigil/shared/contract/http/devices';
import { addFavourite } from '@vigil/shared/contract/http/favourites';
import { listGroups } from '@vigil/shared/contract/http/groups';
import { createMaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { createRemoteSessionByGet } from '@vigil/shared/contract/http/remote-sessions';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { findCachedRights, cacheRights } from '@vigil/shared/platform/rights';
import { expect } from 'vitest';
import { declaredEndpoints, nameOf } from './testing/endpoints.ts';
import { apiTest } from './testing/fixture.ts';
import { functionSettings } from './testing/function-settings.ts';
import { addToHistories } from './testing/history-rows.ts';
import { storeFrameOf } from './testing/last-frames.ts';
import { addressOf, credentialOf, type TestApi } from './testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addGroup,
  addMember,
  connectDevices,
  PASSWORD,
  type TestCompany,
  type TestDevice,
} from './testing/world.ts';

/** Stands in everything of the group that the caller does not see. */
const OUTSIDE = 'out-of-sight';

const test = apiTest({ TICKETS: '1' });
let api: TestApi;
let company: TestCompany;
let inside: GroupPk;
let outside: GroupPk;
let near: TestDevice;
let far: TestDevice;

async function fill(group: GroupPk, text: string): Promise<TestDevice> {
  const [device] = (await addDevices(api, { company, group, alias: text }, 1)) as [TestDevice];
  await connectDevices(api, company, [device.pk]);
  await api.call(company.admin, updateDevice, { params: { pk: String(device.pk) }, body: { memo: text } });
  await api.call(company.admin, createMaintenanceWindow, { body: { reason: text, group_pk: group, minutes: 60 } });
  await api.call(company.admin, issueCommand, { params: { guid: device.guid }, body: { type: 'reboot' } });
  const file = { name: text, version: '1', file_name: text, size: 1, device_group_fk: group };
  await api.call(company.admin, createApplication, { body: file });
  const events = [{ device: device.pk, at: new Date(), name: text }];
  await api.deps.database.asSystem((tx) => addToHistories(tx, company.pk, events));
  return device;
}

test.beforeAll(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  [inside, outside] = [await addGroup(api, company, 'In sight'), await addGroup(api, company, OUTSIDE)];
  [near, far] = [await fill(inside, 'in-sight'), await fill(outside, OUTSIDE)];
});

/** What a reader asks for: the most of a list, and one thing that is out of sight. */
const questions: Readonly<Record<string, () => { params?: object; query?: object; body?: object }>> = {
  'GET /agent-updates/rollouts/:pk/devices': () => ({ params: { pk: '1' } }),
  'GET /applications/:pk': () => ({ params: { pk: '2' } }),
  'GET /applications/:pk/installations': () => ({ params: { pk: '2' } }),
  'GET /audits': () => ({ query: { search_mode: 'all' } }),
  'GET /history/remote': () => ({ query: { search_mode: 'all' } }),
  'GET /history/file': () => ({ query: { search_mode: 'all' } }),
  'GET /history/alert': () => ({ query: { search_mode: 'all' } }),
  'GET /history/access': () => ({ query: { search_mode: 'all' } }),
  'GET /dash/remote': () => ({ query: { type: 'device' } }),
  'GET /dash/alert': () => ({ query: { type: 'device' } }),
  'GET /chart/remote': () => ({ query: { type: 'monthly', year: new Date().getUTCFullYear() } }),
  'GET /chart/alert': () => ({ query: { type: 'monthly', year: new Date().getUTCFullYear() } }),
  'GET /device-groups': () => ({ query: { search_mode: 'all' } }),
  'GET /device-groups/:pk': () => ({ params: { pk: outside } }),
  'GET /device-groups/:pk/threshold-preview': () => ({
    params: { pk: outside },
    query: { alert_code: 'IW2', limit: '90' },
  }),
  'GET /devices': () => ({ query: { search_mode: 'all' } }),
  'GET /devices/:pk': () => ({ params: { pk: far.pk } }),
  'GET /devices/:pk/clone': () => ({ params: { pk: far.pk } }),
  'GET /devices/:pk/config': () => ({ params: { pk: far.pk } }),
  'GET /devices/:pk/usage': () => ({
    params: { pk: far.pk },
    query: { from: '2026-01-01T00:00Z', to: '2026-01-02T00:00Z', step: 'hour' },
  }),
  'GET /devices/bulk/:id': () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
  'GET /devices/snapshot': () => ({ query: { limit: 2_000 } }),
  'GET /devices/wake-readiness': () => ({ query: { group_pk: String(outside) } }),
  'GET /managers/:pk': () => ({ params: { pk: '1' } }),
  'GET /managers/:pk/permissions': () => ({ params: { pk: '1' } }),
  'GET /remoteControl/commands': () => ({ query: { search_mode: 'all' } }),
  'GET /search': () => ({ query: { name: 'a', search_mode: 'all' } }),
  'POST /company_function/effects': () => ({ body: functionSettings }),
  'POST /devices/in-use': () => ({ body: { device_pks: [near.pk, far.pk] } }),
  'POST /devices/move/preview': () => ({ body: { device_pks: [far.pk], new_device_group_fk: outside } }),
  'POST /devices/wake-loss': () => ({ body: { device_pks: [near.pk, far.pk] } }),
};

async function readable(): Promise<AnyEndpoint[]> {
  const all = [...(await declaredEndpoints()).values()];
  return all.filter(({ tokens }) => tokens !== undefined && tokens !== 'refused' && tokens.scope === 'read');
}

async function read(token: string, endpoint: AnyEndpoint): Promise<{ status: number; body: string }> {
  const { params, query, body: payload } = questions[nameOf(endpoint)]?.() ?? {};
  const reply = await api.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params, query }),
    headers: credentialOf(token),
    ...(payload === undefined ? {} : { payload }),
  });
  // A session and a token end at different times, and the dashboard is of now.
  const body = reply.body.replace(/"session_expires":"[^"]+"|"objects":\[\{"at":"[^"]+"/u, '');
  return { status: reply.statusCode, body };
}

const secretOf = async (session: string, more: { group_pks?: GroupPk[] } = {}): Promise<string> => {
  const body = { name: JSON.stringify(more), scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD, ...more };
  return (await api.call(session, createApiToken, { body })).objects.api_token;
};

test('a token reads exactly what its owner reads with a session', async () => {
  const member = await addMember(api, company, { groups: [inside], authVal: 15, useApprovalFunction: 1 });
  const sub = await addMember(api, company, { groups: [inside], memberTypeId: 6, useApprovalFunction: 1 });
  for (const { token: session } of [member, sub, { token: company.admin }]) {
    const secret = await secretOf(session);
    for (const endpoint of await readable()) {
      const [own, byToken] = [await read(session, endpoint), await read(secret, endpoint)];
      expect([nameOf(endpoint), byToken]).toEqual([nameOf(endpoint), own]);
      expect([nameOf(endpoint), own.status]).not.toEqual([nameOf(endpoint), 500]);
    }
  }
});

test('a token that is limited to a group reads nothing of another, though its owner does', async () => {
  const limited = await secretOf(company.admin, { group_pks: [inside] });
  const openers: string[] = [];
  for (const endpoint of await readable()) {
    const [own, byToken] = [await read(company.admin, endpoint), await read(limited, endpoint)];
    if (own.body.includes(OUTSIDE)) openers.push(nameOf(endpoint));
    for (const told of [OUTSIDE, far.guid, `"device_pk":${far.pk},`, `"device_fk":${far.pk},`])
      expect([nameOf(endpoint), byToken.body]).not.toEqual([nameOf(endpoint), expect.stringContaining(told)]);
  }
  // The owner is told of it in as many places, or the test would show nothing.
  expect(openers).toEqual(
    expect.arrayContaining([
      'GET /devices',
      'GET /devices/snapshot',
      'GET /devices/:pk',
      'GET /device-groups',
      'GET /remoteControl/commands',
      'GET /audits',
      'GET /history/remote',
      'GET /history/file',
      'GET /history/alert',
      'GET /history/access',
      'GET /dash/remote',
      'GET /dash/alert',
      'GET /applications',
      'GET /applications/:pk',
    ]),
  );
});

/** The number of a row that names a device, in any list. */
const namesOf = ({ pk, guid }: TestDevice): readonly string[] => [
  guid,
  `"pk":${pk},"guid"`,
  `"device_pk":${pk},`,
  `"device_fk":${pk},`,
];

/**
 * A session of a user with every right but those of an administrator, who sees single devices, as the worker of a
 * ticket does.
 */
async function sessionOfDevices(devices: readonly TestDevice[]): Promise<string> {
  const rights = {
    authVal: 15,
    authRemotecontrol: 1,
    authThumbnailview: 1,
    authFilemanager: 1,
    authRestart: 1,
  } as const;
  const { pk, token } = await addMember(api, company, { groups: [inside, outside], ...rights });
  const stored = await findCachedRights(api.deps.redis, pk);
  if (!stored) throw new Error('no rights');
  const sight = { devices: devices.map((device) => device.pk) };
  await cacheRights(api.deps.redis, { ...stored, rights: { ...stored.rights, sight } });
  return token;
}

test('a viewer of single devices reads of them on every path, and of no device beside them', async () => {
  const beside = await fill(inside, 'beside');
  const [byGroup, byDevice] = [
    (await addMember(api, company, { groups: [inside, outside], authVal: 15 })).token,
    await sessionOfDevices([near]),
  ];
  const openers: string[] = [];
  const shown: string[] = [];
  for (const endpoint of await readable()) {
    const name = nameOf(endpoint);
    const [wide, narrow] = [await read(byGroup, endpoint), await read(byDevice, endpoint)];
    const hidden = [beside, far];
    if (hidden.flatMap(namesOf).some((told) => wide.body.includes(told))) openers.push(name);
    if (namesOf(near).some((told) => narrow.body.includes(told))) shown.push(name);
    for (const told of hidden.flatMap(namesOf))
      expect([name, narrow.body]).not.toEqual([name, expect.stringContaining(told)]);
    expect([name, narrow.status]).not.toEqual([name, 500]);
  }
  const lists = [
    'GET /devices',
    'GET /devices/snapshot',
    'GET /remoteControl/commands',
    'GET /audits',
    'GET /history/remote',
    'GET /history/alert',
    'GET /dash/remote',
    'GET /dash/alert',
  ];
  // One who sees the groups is told of the others in as many places, or the test would show nothing.
  expect(openers).toEqual(expect.arrayContaining([...lists, 'GET /devices/:pk', 'GET /devices/system_usage']));
  expect(shown).toEqual(expect.arrayContaining([...lists, 'GET /devices/system_usage']));
});

test('a viewer of single devices finds, counts, opens and changes no device beside them, and no group', async () => {
  const token = await sessionOfDevices([near]);
  const one = await api.call(token, listDevices, { query: { search_mode: 'all' } });
  expect([one.objects.map(({ pk }) => pk), one.meta.total_count]).toEqual([[near.pk], 1]);
  const search = { search_key: 'alias', search_value: OUTSIDE } as const;
  expect((await api.call(token, listDevices, { query: search })).objects).toEqual([]);
  expect((await api.call(token, readFleetSummary)).objects).toMatchObject([
    { total: 1, online: 1, groups: [{ pk: inside, total: 1, online: 1 }] },
  ]);
  expect((await api.call(token, readDevice, { params: { pk: String(near.pk) } })).status).toBe(200);
  expect((await api.call(token, readDevice, { params: { pk: String(far.pk) } })).error?.code).toBe('not_found');
  expect((await api.call(token, listGroups)).objects).toEqual([]);
  const reboot = { params: { guid: far.guid }, body: { type: 'reboot' as const } };
  expect((await api.call(token, issueCommand, reboot)).error?.code).toBe('not_found');
  const query = { device_pk: far.pk, type: 'rc' as const };
  expect((await api.call(token, createRemoteSessionByGet, { query })).error?.code).toBe('not_found');
  const named = { servernum: far.pk };
  expect((await api.call(token, addFavourite, { body: named })).error?.code).toBe('not_found');
  for (const [device, status] of [
    [near, 200],
    [far, 404],
  ] as const) {
    await storeFrameOf(api, company, device.pk);
    const picture = await api.app.inject({ method: 'GET', url: `/liveview/${device.guid}.jpg`, headers: { token } });
    expect(picture.statusCode).toBe(status);
  }
});
