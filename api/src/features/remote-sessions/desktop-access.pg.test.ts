import { generateKeyPairSync, verify } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { createRemoteSessionByGet, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import type { RemoteSessionType } from '@vigil/shared/contract/names';
import { grantSigningText } from '@vigil/shared/contract/remote-desktop/transcript';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import { takeRelayTicket } from '@vigil/shared/platform/redis/relay-tickets';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addDevices,
  addMember,
  connectDevices,
  guestTokenOf,
  PASSWORD,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;

test.beforeAll(async ({ api: started, company: added }) => {
  [api, company] = [started, added];
  const [made] = await addDevices(api, { company }, 1);
  device = made!;
  await connectDevices(api, company, [device.pk]);
});

const newViewerKey = () =>
  generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64');

const open = async (type: RemoteSessionType, token = company.admin) =>
  (
    await api.call(token, createRemoteSessionByGet, {
      query: { device_pk: String(device.pk) as unknown as number, type },
    })
  ).objects;

const report = (id: string, body: object, key?: string) =>
  api.call(null, reportRemoteSession, {
    params: { id },
    body: body as never,
    headers: key === undefined ? {} : { authorization: `Session ${key}` },
  });

/** The sessions that agents are told of meanwhile. */
async function listenToSessions() {
  const told: BusMessageOf<'remote_session'>['session'][] = [];
  const unsubscribe = await createSubscriber(api.deps)(busChannels.company(company.pk), (message) => {
    if (message.t === 'remote_session') told.push(message.session);
  });
  onTestFinished(() => unsubscribe());
  return told;
}

test('[RELAY-4] a browser that opens a session gets a ticket and a grant, and the agent the same grant with its own ticket', async () => {
  const told = await listenToSessions();
  const { id, secret } = await open('rc');
  const viewer_key = newViewerKey();
  const { objects: started } = await report(id, { state: 'started', secret, viewer_key });
  const { desktop } = started;
  if (!desktop) throw new Error('the answer has no desktop');
  const { grant } = desktop;
  expect(desktop).toMatchObject({ relay_url: `/relay/${id}`, device_name: device.alias });
  expect(grant).toMatchObject({ session: id, guid: device.guid, viewer_key, rights: ['view', 'input', 'take'] });
  const key = api.deps.keyRing.command.find(({ kid }) => kid === grant.key_id);
  const signature = Buffer.from(grant.signature, 'base64');
  expect(verify(null, Buffer.from(grantSigningText(grant)), key!.public, signature)).toBe(true);

  await eventually(() => expect(told).toHaveLength(1));
  const [agent] = told;
  expect(agent).toMatchObject({ session: id, relay_url: desktop.relay_url, grant });
  const viewerEnd = await takeRelayTicket(api.deps.redis, desktop.ticket);
  expect(viewerEnd).toEqual({ session: id, company: company.pk, end: 'viewer', attempt: expect.any(Number) as number });
  const agentEnd = await takeRelayTicket(api.deps.redis, agent?.relay_ticket ?? '');
  expect(agentEnd).toEqual({ ...viewerEnd, end: 'agent' });
  expect(await takeRelayTicket(api.deps.redis, desktop.ticket)).toBeNull();
});

test('[RELAY-10] who has the right to view only gives no input, and guests with the rights of an administrator take nothing over', async () => {
  const rightsOf = async (type: RemoteSessionType, token: string) => {
    const { id, secret } = await open(type, token);
    const { objects } = await report(id, { state: 'started', secret, viewer_key: newViewerKey() });
    return objects.desktop?.grant.rights;
  };
  expect(await rightsOf('rv', company.admin)).toEqual(['view']);
  expect(await rightsOf('rc', await guestTokenOf(api, company))).toEqual(['view', 'input']);
  expect(await rightsOf('rc', company.admin)).toEqual(['view', 'input', 'take']);
});

test('[RELAY-2] [RELAY-4] a viewer that lost its relay gets access again with its key, and with nothing else', async () => {
  const { id, secret } = await open('rc');
  const { objects: started } = await report(id, { state: 'started', secret, viewer_key: newViewerKey() });
  const told = await listenToSessions();
  const viewer_key = newViewerKey();
  const { objects: again } = await report(id, { state: 'alive', viewer_key }, started.key);
  expect(again.desktop?.grant.viewer_key).toBe(viewer_key);
  await eventually(() => expect(told).toMatchObject([{ grant: { viewer_key } }]));
  expect((await report(id, { state: 'alive', viewer_key }, 'vigil_other')).error).toMatchObject({
    code: 'session_invalid',
  });
  expect((await report(id, { state: 'started', secret, viewer_key })).error).toMatchObject({ code: 'session_invalid' });
  const { objects: ended } = await report(id, { state: 'ended', viewer_key }, started.key);
  expect(ended.desktop).toBeUndefined();
});

test('a session for files, and one of an external viewer, have no desktop', async () => {
  const files = await open('ft');
  const viewer_key = newViewerKey();
  const { objects } = await report(files.id, { state: 'started', secret: files.secret, viewer_key });
  expect(objects).toHaveProperty('key');
  expect(objects).not.toHaveProperty('desktop');
  const external = await open('rc');
  expect((await report(external.id, { state: 'started', secret: external.secret })).objects).not.toHaveProperty(
    'desktop',
  );
});

test('[RELAY-10] only an administrator may take the control', async () => {
  const member = await addMember(api, company, { groups: [company.home], authRemotecontrol: 1 });
  const { id, secret } = await open('rc', member.token);
  const { objects } = await report(id, { state: 'started', secret, viewer_key: newViewerKey() });
  expect(objects.desktop?.grant.rights).toEqual(['view', 'input']);
});

test('[RELAY-10] an administrator who becomes a user loses the right to take over with the session, at once', async () => {
  const rights = { authRemotecontrol: 1, authRemoteview: 1, groups: [company.home] } as const;
  const demoted = await addMember(api, company, { type: 'Manager', memberTypeId: 2, ...rights });
  const start = async (type: RemoteSessionType, { token }: Pick<TestUser, 'token'>) => {
    const { id, secret } = await open(type, token);
    const { objects } = await report(id, { state: 'started', secret, viewer_key: newViewerKey() });
    return { id, key: objects.key, rights: objects.desktop?.grant.rights };
  };
  const session = await start('rc', demoted);
  expect(session.rights).toEqual(['view', 'input', 'take']);
  const [viewed, ofOther] = [await start('rv', demoted), await start('rc', { token: company.admin })];
  const asked = await open('rc', demoted.token);

  const cuts: BusMessageOf<'remote_session_cut'>['cut'][] = [];
  const unsubscribe = await createSubscriber(api.deps)(busChannels.company(company.pk), (message) => {
    if (message.t === 'remote_session_cut') cuts.push(message.cut);
  });
  onTestFinished(() => unsubscribe());
  const demote = { user_type: 1, origin_pw: PASSWORD } as const;
  const params = { pk: String(demoted.pk) };
  expect((await api.call(company.admin, updateUser, { params, body: demote })).status).toBe(200);
  // Its agent, the relay and its viewer are told.
  await eventually(() =>
    expect(cuts).toContainEqual(expect.objectContaining({ session: session.id, reason: 'policy' })),
  );
  const alive = async ({ id, key }: { id: string; key?: string | undefined }) =>
    (await report(id, { state: 'alive', viewer_key: newViewerKey() }, key)).objects;
  expect(await alive(session)).toMatchObject({ cut: 'policy' });
  expect(await alive(session)).not.toHaveProperty('desktop');
  expect([await alive(viewed), await alive(ofOther)].map(({ cut }) => cut)).toEqual([undefined, undefined]);
  // An external viewer was told at the launch that its user is an administrator.
  expect((await report(asked.id, { state: 'started', secret: asked.secret })).error).toMatchObject({
    code: 'session_invalid',
  });
  const { objects } = await api.call(company.admin, listAudits, { query: { q: auditCode.remoteEnded } });
  const own = objects.filter(({ reg_mail }) => reg_mail === demoted.id);
  expect(own.map(({ new_value }) => JSON.parse(new_value ?? '') as object)).toMatchObject([
    { session_type: 'rc', end_reason: 'policy' },
  ]);
  // The rights that are left open another one.
  expect((await start('rc', demoted)).rights).toEqual(['view', 'input']);
});
