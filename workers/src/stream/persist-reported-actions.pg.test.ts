import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { RemoteSessionId, UserPk, type DevicePk } from '@vigil/shared/contract/ids';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { createEntryBatchPersister } from './persist.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;
test.beforeAll(({ workers: started, device: added }) => {
  [workers, device] = [started, added];
});

const MINUTE_MS = 60_000;
const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE_MS);

async function addSession(more: Partial<typeof remoteSessions.$inferInsert> = {}): Promise<RemoteSessionId> {
  const id = RemoteSessionId.parse(randomUUID());
  const row = {
    id,
    companyFk: workers.company,
    type: 'rc' as const,
    mgrid: 'kim',
    userName: 'Kim Mina',
    deviceFk: device,
    deviceAlias: 'Kiosk',
    deviceGuid: randomUUID() as never,
    hostOsId: 1 as const,
    secretHash: randomUUID(),
    issuedAt: minutesAgo(20),
    redeemedAt: minutesAgo(19),
    ...more,
  };
  await workers.deps.database.asSystem((tx) => tx.insert(remoteSessions).values(row));
  return id;
}

const report = (of: DevicePk, session: RemoteSessionId, more: { at?: Date; code?: number; value?: string } = {}) => ({
  id: `${now}-0`,
  company: workers.company,
  kind: 'action_reported' as const,
  seq: 0,
  data: {
    device: of,
    action: {
      session,
      at: (more.at ?? minutesAgo(1)).getTime(),
      act_name_id: more.code ?? 31,
      old_value: null,
      new_value: more.value ?? '22:00',
    },
  },
});
const recorded = (of: DevicePk) =>
  workers.deps.database.asSystem((tx) =>
    tx.select().from(audits).where(eq(audits.deviceFk, of)).orderBy(asc(audits.actTime), asc(audits.actNameId)),
  );

test('[REMOTE-6] what an agent reports of a running session of its device is recorded once, as done by its user', async () => {
  const persist = createEntryBatchPersister(workers.deps);
  const session = await addSession();
  const [other, future] = [await workers.addDevice(), new Date(now + 60 * MINUTE_MS)];
  const entries = [report(device, session), report(device, session, { code: 35, at: future }), report(other, session)];
  await persist(entries);
  await persist(entries);
  const actor = { name: 'Kim Mina', regMail: 'kim', newValue: '22:00', oldValue: null };
  expect(await recorded(device)).toMatchObject([
    { ...actor, actNameId: 31, actTime: minutesAgo(1) },
    // A clock that is fast does not date it after its receipt.
    { ...actor, actNameId: 35, actTime: new Date(now) },
  ]);
  expect(await recorded(other)).toEqual([]);
});

test('[REMOTE-6] before a session began, after its end and of a session that is unknown nothing is recorded', async () => {
  const persist = createEntryBatchPersister(workers.deps);
  const own = await workers.addDevice();
  const ended = await addSession({ deviceFk: own, endedAt: minutesAgo(5), endReason: 'viewer' });
  const issued = await addSession({ deviceFk: own, redeemedAt: null });
  await persist([report(own, ended), report(own, issued), report(own, RemoteSessionId.parse(randomUUID()))]);
  expect(await recorded(own)).toEqual([]);
  // What waited in the queue of the agent while it was offline.
  await persist([report(own, ended, { at: minutesAgo(6) })]);
  expect(await recorded(own)).toHaveLength(1);
});

test('[RELAY-11] how the consent of each session was answered is recorded, also where one moment answered several', async () => {
  const persist = createEntryBatchPersister(workers.deps);
  const own = await workers.addDevice();
  const sessions = [
    await addSession({ deviceFk: own, userFk: UserPk.parse(1_000_001) }),
    await addSession({ deviceFk: own, userFk: UserPk.parse(1_000_002) }),
  ];
  const at = minutesAgo(1);
  const value = 'consentUnanswered';
  const entries = sessions.map((session) => report(own, session, { code: auditCode.remoteConsent, value, at }));
  await persist(entries);
  await persist(entries);
  expect(await recorded(own)).toMatchObject([
    { actNameId: auditCode.remoteConsent, newValue: value, memberFk: 1_000_001 },
    { actNameId: auditCode.remoteConsent, newValue: value, memberFk: 1_000_002 },
  ]);
});

test('[RELAY-11] by a slow clock of the device the answer, and the end with it, may come before the session', async () => {
  const persist = createEntryBatchPersister(workers.deps);
  const own = await workers.addDevice();
  const end = new Date(now - 19 * MINUTE_MS - 500);
  const session = await addSession({ deviceFk: own, endedAt: end, endReason: 'unanswered' });
  const answer = { code: auditCode.remoteConsent, value: 'consentUnanswered' };
  await persist([report(own, session, { ...answer, at: end })]);
  expect(await recorded(own)).toMatchObject([{ newValue: 'consentUnanswered', actTime: minutesAgo(19) }]);
  // What is reported of the time after the end is not recorded.
  await persist([report(own, session, { at: minutesAgo(18) })]);
  expect(await recorded(own)).toHaveLength(1);
});
