import type { CallOf } from '@vigil/shared/contract/endpoint';
import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import {
  createRemoteSessionByGet,
  readViewerVersions,
  reportRemoteSession,
} from '@vigil/shared/contract/http/remote-sessions';
import { REMOTE_SESSION_SECRET_LIFETIME_MS } from '@vigil/shared/domain/remote-session-life';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { devices, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { policies } from '@vigil/shared/platform/db/schema/policies';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessionFiles, remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { and, between, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const test = apiTest({ TRUST_PROXY: '127.0.0.1' });
const HOUR_MS = 3_600_000;
let api: TestApi;
let company: TestCompany;
let device: TestDevice;
let viewer: TestUser;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  const [made] = await addDevices(api, { company }, 1, { publicIp: '192.0.2.7', osId: 1 });
  device = made!;
  await connectDevices(api, company, [device.pk]);
  viewer = await addMember(api, company, { groups: [company.home], authRemotecontrol: 1, authFilemanager: 1 });
});

type Query = Partial<{ type: 'rc' | 'ft'; pledge: '1' }>;
const open = (token: string, of = device, { type = 'rc', pledge }: Query = {}) =>
  api.call(token, createRemoteSessionByGet, {
    query: { device_pk: String(of.pk) as unknown as number, type, ...(pledge ? { pledge } : {}) },
  });
type Body = Parameters<typeof api.call<typeof reportRemoteSession>>[2];
const HERE = '127.0.0.1';
const AWAY = '203.0.113.9';
const report = (id: string, body: NonNullable<Body>['body'], { key = '', ip = HERE } = {}) =>
  api.call(null, reportRemoteSession, {
    params: { id },
    body: body!,
    headers: { 'x-forwarded-for': ip, ...(key ? { authorization: `Session ${key}` } : {}) },
  });
const start = async (token = viewer.token, of = device, query: Query = {}) => {
  const { objects } = await open(token, of, query);
  const { key = '' } = (await report(objects.id, { state: 'started', secret: objects.secret, viewer_os_id: 3 }))
    .objects;
  return { ...objects, key };
};
const row = async (id: string) => {
  const [found] = await api.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(remoteSessions)
      .where(eq(remoteSessions.id, id as never)),
  );
  return found;
};

test('a session is issued with what opens the viewer, and audited', async () => {
  const { status, objects } = await open(viewer.token);
  expect(status).toBe(200);
  expect(objects).toMatchObject({ device_name: device.alias, rc_auth: 1, ft_auth: 1, admin_auth: 0, ends_at: null });
  const [scheme, type, session, secret, server, guid, lang, seconds] = objects.launch.split(':');
  expect([scheme, type, session, secret, guid]).toEqual([
    'vigil-remote',
    'rc',
    objects.id,
    objects.secret,
    device.guid,
  ]);
  expect(decodeURIComponent(server ?? '')).toBe('http://localhost:8080');
  expect(['ko', 'en', 'ja']).toContain(lang);
  expect(Math.abs(Number(seconds) * 1_000 + Date.UTC(2017, 3, 1) - Date.now())).toBeLessThan(60_000);
  const [audit] = await api.deps.database.asSystem((tx) =>
    tx.select().from(audits).where(eq(audits.deviceFk, device.pk)).orderBy(desc(audits.pk)).limit(1),
  );
  expect(audit).toMatchObject({ actNameId: 1, actTypeId: 1, memberFk: viewer.pk, newValue: '{"session_type":"rc"}' });
  expect(await row(objects.id)).toMatchObject({ hostPublicIp: '192.0.2.7', hostOsId: 1, redeemedAt: null });
});

test('each type needs its right; the device must be visible, approved and online', async () => {
  const code = async (token: string, of?: TestDevice, query?: Query) => (await open(token, of, query)).error;
  const groups = [company.home];
  const none = await addMember(api, company, { groups });
  const control = await addMember(api, company, { groups, authRemotecontrol: 1 });
  const outside = await addMember(api, company, { authRemotecontrol: 1 });
  expect(await code(none.token)).toMatchObject({ code: 'not_allowed', detail: 'CSRemoteControl' });
  expect(await code(control.token, device, { type: 'ft' })).toMatchObject({ detail: 'CSFileManager' });
  expect(await code(outside.token)).toMatchObject({ code: 'not_found' });
  expect(await code((await addCompany(api)).admin)).toMatchObject({ code: 'not_found' });
  const [offline] = await addDevices(api, { company }, 1);
  expect(await code(viewer.token, offline)).toMatchObject({ code: 'not_online_warning' });
  const [waiting] = await addDevices(api, { company }, 1, { approval: 0 });
  const [closed] = await addDevices(api, { company }, 1, { disableFileTransfer: 1 });
  await connectDevices(api, company, [waiting!.pk, closed!.pk]);
  expect(await code(viewer.token, waiting)).toMatchObject({ code: 'device_not_approved' });
  expect(await code(viewer.token, closed, { type: 'ft' })).toMatchObject({ reason: 'policy', detail: 'file_transfer' });
  expect((await open(viewer.token, closed)).status).toBe(200);
});

test('a viewer reports actions that no server sees, with the key and while the session runs', async () => {
  const { id, key } = await start();
  const actions = [
    { act_name_id: 31, new_value: '22:00' },
    { act_name_id: 35, new_value: 'cmd' },
  ];
  const reported = () =>
    api.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(audits)
        .where(and(eq(audits.deviceFk, device.pk), between(audits.actNameId, 31, 35)))
        .orderBy(audits.pk),
    );
  expect((await report(id, { state: 'alive', actions }, { key: 'wrong' })).error?.code).toBe('session_invalid');
  expect((await report(id, { state: 'alive', actions: [{ act_name_id: 13 }] }, { key })).error?.code).toBe('malformed');
  expect(await reported()).toEqual([]);
  expect((await report(id, { state: 'ended', actions }, { key })).status).toBe(200);
  expect(await reported()).toMatchObject([
    { actNameId: 31, actTypeId: 1, memberFk: viewer.pk, newValue: '22:00', oldValue: null },
    { actNameId: 35, newValue: 'cmd' },
  ]);
  await report(id, { state: 'ended', actions }, { key });
  expect(await reported()).toHaveLength(2);
});

test('a secret opens its session once and within a minute', async () => {
  const { id, secret } = (await open(viewer.token)).objects;
  expect((await report(id, { state: 'started', secret: 'wrong' })).error?.code).toBe('session_invalid');
  expect((await report(id, { state: 'alive' }, { key: 'wrong' })).error?.code).toBe('session_invalid');
  expect((await report(id, { state: 'started', secret })).objects.key).toBeTruthy();
  expect((await report(id, { state: 'started', secret })).error?.code).toBe('session_invalid');
  const late = (await open(viewer.token)).objects;
  api.advance(REMOTE_SESSION_SECRET_LIFETIME_MS + 1_000);
  expect((await report(late.id, { state: 'started', secret: late.secret })).error?.code).toBe('session_invalid');
  api.advance(-REMOTE_SESSION_SECRET_LIFETIME_MS - 1_000);
});

test('a viewer that is too old is refused, and its session ends', async () => {
  const started = async (version: string) => {
    const { id, secret } = (await open(viewer.token)).objects;
    return { id, answer: await report(id, { state: 'started', secret, viewer_version: version }) };
  };
  const old = await started('0.9.12');
  expect(old.answer.error).toMatchObject({ code: 'viewer_outdated', detail: '1.0.0' });
  expect(await row(old.id)).toMatchObject({ redeemedAt: null, endReason: 'outdated' });
  const recent = await started('1.0');
  expect(recent.answer.objects.key).toBeTruthy();
  expect(await row(recent.id)).toMatchObject({ endedAt: null });
});

/** The policies of a company that has set none. */
const inForce = { file_transfer: 1, capture: 1, display_power_save: 0, system_power_save: 0 };

test('its viewer reports life, files and the end', async () => {
  const { id, key } = await start();
  expect(await row(id)).toMatchObject({ viewerOsId: 3, viewerPublicIp: HERE, endedAt: null });
  const time = new Date().toISOString();
  const file = { name: 'report.pdf', size: 1_200, action_type: 1, start_time: time, end_time: time };
  expect((await report(id, { state: 'alive', files: [file] }, { key })).objects).toEqual({
    ends_at: null,
    left_ms: null,
    policies: inForce,
  });
  // The same file again: its answer was lost.
  await report(id, { state: 'alive', files: [file] }, { key });
  const files = await api.deps.database.asSystem((tx) =>
    tx.select().from(remoteSessionFiles).where(eq(remoteSessionFiles.sessionFk, id)),
  );
  expect(files).toMatchObject([{ name: 'report.pdf', size: 1_200, action: 'upload' }]);
  expect((await report(id, { state: 'ended' }, { key })).objects.cut).toBeUndefined();
  expect(await row(id)).toMatchObject({ endReason: 'viewer', endedAt: expect.any(Date) as Date });
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBe('viewer');
});

test('a life sign is answered with the end when the right or the sight of the device was lost', async () => {
  const member = await addMember(api, company, { groups: [company.home], authRemotecontrol: 1 });
  const { id, key } = await start(member.token);
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBeUndefined();
  await api.deps.database.asSystem((tx) => tx.delete(groupMembers).where(eq(groupMembers.memberFk, member.pk)));
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBe('policy');
  expect(await row(id)).toMatchObject({ endReason: 'policy' });
});

test('a life sign is answered with the end when the session of the console was revoked, not when its user signed out', async () => {
  const member = await addMember(api, company, { groups: [company.home], authRemotecontrol: 1 });
  const { id, key } = await start(member.token);
  const end = (endReason: string) =>
    api.deps.database.asSystem((tx) =>
      tx.update(sessions).set({ endedAt: new Date(), endReason }).where(eq(sessions.userFk, member.pk)),
    );
  await end('logout');
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBeUndefined();
  await end('operator');
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBe('policy');
});

/** A device of a company of its own, and what makes its rules refuse one of the two addresses. */
async function addRuledPlace() {
  const place = await addCompany(api);
  const [own] = await addDevices(api, { company: place }, 1);
  await connectDevices(api, place, [own!.pk]);
  const change = async (body: CallOf<typeof changeIpPolicy>['body']) =>
    expect((await api.call(place.admin, changeIpPolicy, { body: body! })).status).toBe(200);
  const refuseAway = async () => {
    await change({ type: 'post', start_ip_address: '203.0.113.0/24', end_ip_address: '' });
    await change({ type: 'set', policy_use: 1, block: 1 });
  };
  return { token: place.admin, device: own!, refuseAway };
}

test('[REMOTE-2] a viewer that starts at an address that the rules refuse gets no key, and its secret is void', async () => {
  const place = await addRuledPlace();
  await place.refuseAway();
  const { id, secret } = (await open(place.token, place.device)).objects;
  const { objects } = await report(id, { state: 'started', secret }, { ip: AWAY });
  expect([objects.cut, objects.key]).toEqual(['policy', undefined]);
  expect(await row(id)).toMatchObject({ redeemedAt: null, viewerPublicIp: null, endReason: 'policy' });
  expect((await report(id, { state: 'started', secret })).error?.code).toBe('session_invalid');
  expect((await start(place.token, place.device)).key).toBeTruthy();
});

test('[REMOTE-2] a viewer that goes on at an address that the rules refuse is cut', async () => {
  const place = await addRuledPlace();
  const { id, key } = await start(place.token, place.device);
  const aliveFrom = async (ip: string) => (await report(id, { state: 'alive' }, { key, ip })).objects.cut;
  expect(await aliveFrom(AWAY)).toBeUndefined();
  await place.refuseAway();
  expect(await aliveFrom(HERE)).toBeUndefined();
  expect(await aliveFrom(AWAY)).toBe('policy');
  expect(await row(id)).toMatchObject({ endedAt: expect.any(Date) as Date, endReason: 'policy' });
});

test('[REMOTE-2] a viewer at an address that the rules refuse may still say that it has ended', async () => {
  const place = await addRuledPlace();
  const { id, key } = await start(place.token, place.device);
  await place.refuseAway();
  await report(id, { state: 'ended' }, { key, ip: AWAY });
  expect(await row(id)).toMatchObject({ endReason: 'viewer' });
});

test('a file transfer ends when files are forbidden to its user', async () => {
  const member = await addMember(api, company, { groups: [company.home], authFilemanager: 1 });
  const { id, key } = await start(member.token, device, { type: 'ft' });
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBeUndefined();
  await api.deps.database.asSystem((tx) =>
    tx.update(users).set({ disableFileTransfer: 1 }).where(eq(users.pk, member.pk)),
  );
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBe('policy');
});

test('who is bound by windows gets a session inside one only, until its end, and loses it with it', async () => {
  const rights = { groups: [company.home], authRemotecontrol: 1, useApproval: 1 } as const;
  const bound = await addMember(api, company, rights);
  expect((await open(bound.token)).error).toMatchObject({ code: 'out_of_window', reason: 'window' });
  const [begin, end] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
  await api.deps.database.asSystem((tx) =>
    tx.insert(approvals).values({
      companyFk: company.pk,
      deviceFk: device.pk,
      deviceAlias: device.alias,
      requesterFk: bound.pk,
      requesterId: bound.id,
      startTime: begin,
      endTime: end,
      approvalReason: 'work',
      approveState: 2,
    }),
  );
  const { id, key, ends_at } = await start(bound.token);
  expect(ends_at).toBe(end.toISOString());
  const { left_ms, ...alive } = (await report(id, { state: 'alive' }, { key })).objects;
  expect(alive).toEqual({ ends_at, policies: inForce });
  expect(left_ms).toBeGreaterThan(HOUR_MS - 60_000);
  expect(left_ms).toBeLessThanOrEqual(HOUR_MS);
  await api.deps.database.asSystem((tx) =>
    tx
      .update(approvals)
      .set({ approveState: 1 })
      .where(and(eq(approvals.requesterFk, bound.pk), eq(approvals.deviceFk, device.pk))),
  );
  expect((await report(id, { state: 'alive' }, { key })).objects.cut).toBe('withdrawn');
});

test('where a pledge is required, a session needs it', async () => {
  const other = await addCompany(api);
  const [own] = await addDevices(api, { company: other }, 1);
  await connectDevices(api, other, [own!.pk]);
  await api.deps.database.asSystem((tx) => tx.insert(policies).values({ companyFk: other.pk, securityAgreement: 1 }));
  expect((await open(other.admin, own)).error?.code).toBe('pledge_required');
  const { objects } = await open(other.admin, own, { pledge: '1' });
  expect(await row(objects.id)).toMatchObject({ security: 1 });
  const [marked] = await addDevices(api, { company }, 1, { securityAgreement: 1 });
  await connectDevices(api, company, [marked!.pk]);
  expect((await open(viewer.token, marked)).error?.code).toBe('pledge_required');
  await api.deps.database.asSystem((tx) => tx.delete(devices).where(eq(devices.pk, marked!.pk)));
});

test('a phone is sent to the store of its own system, if there is one', async () => {
  const MOBILE_STORE_ANDROID = 'https://play.example/app';
  await using stores = await startTestApi({ MOBILE_STORE_ANDROID });
  const { admin } = await addCompany(stores);
  const storeFor = async (agent: string) =>
    (await stores.call(admin, readViewerVersions, { headers: { 'user-agent': agent } })).objects.store_url;
  expect(await storeFor('Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile')).toBe(MOBILE_STORE_ANDROID);
  expect(await storeFor('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1')).toBeNull();
  expect(await storeFor('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0')).toBeNull();
});
