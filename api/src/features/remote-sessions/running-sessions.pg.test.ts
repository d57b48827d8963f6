import { auditCode } from '@vigil/shared/contract/audit-codes';
import {
  createRemoteSessionByGet,
  endRemoteSession,
  listRunningRemoteSessions,
  reportRemoteSession,
} from '@vigil/shared/contract/http/remote-sessions';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import {
  addCompany,
  addDevices,
  addMember,
  connectDevices,
  type TestCompany,
  type TestDevice,
  type TestUser,
} from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
let device: TestDevice;
let viewer: TestUser;

test.beforeEach(async ({ api: started }) => {
  api = started;
  company = await addCompany(api);
  const [made] = await addDevices(api, { company }, 1);
  device = made!;
  await connectDevices(api, company, [device.pk]);
  viewer = await addMember(api, company, { groups: [company.home], authRemotecontrol: 1 });
});

const ask = async () => {
  const query = { device_pk: String(device.pk) as unknown as number, type: 'rc' } as const;
  return (await api.call(viewer.token, createRemoteSessionByGet, { query })).objects;
};

async function start() {
  const { id, secret } = await ask();
  const body = { state: 'started', secret } as const;
  const { objects } = await api.call(null, reportRemoteSession, { params: { id }, body });
  return { id, key: objects.key ?? '' };
}

const report = ({ id, key }: { id: RemoteSessionId; key: string }, state: 'alive' | 'ended') =>
  api.call(null, reportRemoteSession, {
    params: { id },
    body: { state },
    headers: { authorization: `Session ${key}` },
  });
const running = async (token: string) => (await api.call(token, listRunningRemoteSessions)).objects;
const end = (token: string, id: RemoteSessionId) => api.call(token, endRemoteSession, { params: { id } });

/** What the audit has of sessions, in its order. */
async function audited() {
  const { remoteControl, remoteOpened, remoteEnded } = auditCode;
  const which = and(
    eq(audits.companyFk, company.pk),
    inArray(audits.actNameId, [remoteControl, remoteOpened, remoteEnded]),
  );
  const rows = await api.deps.database.asSystem((tx) => tx.select().from(audits).where(which).orderBy(asc(audits.pk)));
  return rows.map(({ actNameId, newValue, name }) => [actNameId, newValue, name]);
}

test('a session is listed from its opening to its end, for those who see its device', async () => {
  await ask();
  expect(await running(company.admin)).toEqual([]);
  const session = await start();
  expect(await running(company.admin)).toMatchObject([
    { id: session.id, type: 'rc', device_pk: device.pk, user_pk: viewer.pk, ends_at: null },
  ]);
  const blind = await addMember(api, company, { groups: [] });
  expect(await running(blind.token)).toEqual([]);
  expect(await running((await addCompany(api)).admin)).toEqual([]);
  await report(session, 'ended');
  expect(await running(company.admin)).toEqual([]);
});

test('asked, opened and ended are apart in the audit, the end with reason and duration', async () => {
  const session = await start();
  api.advance(65_000);
  await report(session, 'ended');
  expect(await audited()).toEqual([
    [auditCode.remoteControl, '{"session_type":"rc"}', viewer.id],
    [auditCode.remoteOpened, '{"session_type":"rc"}', viewer.id],
    [auditCode.remoteEnded, '{"session_type":"rc","end_reason":"viewer","duration":"0:01:05"}', viewer.id],
  ]);
});

test('an administrator ends a running session of the company, and no other', async () => {
  const session = await start();
  expect((await end(viewer.token, session.id)).error).toMatchObject({ code: 'not_allowed' });
  expect((await end((await addCompany(api)).admin, session.id)).error).toMatchObject({ code: 'not_found' });
  expect((await end(company.admin, (await ask()).id)).error).toMatchObject({ code: 'not_found' });
  expect((await end(company.admin, session.id)).status).toBe(200);
  expect((await report(session, 'alive')).objects).toMatchObject({ cut: 'admin' });
  expect((await end(company.admin, session.id)).error).toMatchObject({ code: 'not_found' });
  expect((await audited()).at(-1)?.[1]).toContain('"end_reason":"admin"');
});
