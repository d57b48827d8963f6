import { randomUUID } from 'node:crypto';
import { auditCode } from '@vigil/shared/contract/audit-codes';
import { remoteSessionState } from '@vigil/shared/contract/events/agent-up/remote-session';
import { RemoteSessionId, SessionId, UserPk, type DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { approvals } from '@vigil/shared/platform/db/schema/approvals';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessionFiles, remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { persistRemoteSessions, persistTransferredFiles } from '../stream/persist-remote-sessions.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { endInvalidRemoteSessions } from './end-remote-sessions.ts';
import { alignSessionEnds, warnOfSessionEnds } from './warn-of-remote-session-ends.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;
let user: UserPk;
interface Live {
  t: string;
  cut?: { session: string; reason: string };
  session?: { session: string; ends_at: number };
  warning?: { session: string; ends_at: number };
}
const live: Live[] = [];

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  user = await addUser();
  await workers.deps.redis.subscribe(busChannels.company(workers.company), (text) =>
    live.push(JSON.parse(text) as never),
  );
});

test.beforeEach(() =>
  workers.deps.database.asSystem(async (tx) => {
    await tx.delete(remoteSessions);
    await tx.delete(approvals);
  }),
);

async function addUser(type = 'Manager'): Promise<UserPk> {
  const [row] = await workers.deps.database.asSystem((tx) =>
    tx
      .insert(users)
      .values({ companyFk: workers.company, mgrid: randomUUID().slice(0, 30), passwordHash: '-', type })
      .returning({ pk: users.pk }),
  );
  return UserPk.parse(row?.pk);
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
async function addSession(more: Partial<typeof remoteSessions.$inferInsert> = {}): Promise<RemoteSessionId> {
  const id = RemoteSessionId.parse(randomUUID());
  await workers.deps.database.asSystem((tx) =>
    tx.insert(remoteSessions).values({
      id,
      companyFk: workers.company,
      type: 'rc',
      userFk: user,
      mgrid: 'mina',
      deviceFk: device,
      deviceAlias: 'Device',
      deviceGuid: randomUUID() as never,
      hostOsId: 2,
      secretHash: 'x',
      issuedAt: secondsAgo(10),
      redeemedAt: secondsAgo(9),
      seenAt: secondsAgo(1),
      ...more,
    }),
  );
  return id;
}
const read = async (id: RemoteSessionId) => {
  const [row] = await workers.deps.database.asSystem((tx) =>
    tx.select().from(remoteSessions).where(eq(remoteSessions.id, id)),
  );
  return row;
};
const reasonOf = async (id: RemoteSessionId) => (await read(id))?.endReason;
const cuts = (id: RemoteSessionId) =>
  live.flatMap(({ t, cut }) => (t === 'remote_session_cut' && cut?.session === id ? [cut.reason] : []));

test('[REMOTE-2] sessions end by their reason, and agents and browsers of running ones are told', async () => {
  const running = await addSession();
  const unused = await addSession({ redeemedAt: null, seenAt: null, issuedAt: secondsAgo(61) });
  const silent = await addSession({ seenAt: secondsAgo(61), issuedAt: secondsAgo(300) });
  const closed = await addSession({ windowBound: 1, endsAt: secondsAgo(1) });
  const withdrawn = await addSession({ windowBound: 1, endsAt: secondsAgo(-600) });
  const blind = await addSession({ userFk: await addUser('Member') });
  expect(await endInvalidRemoteSessions(workers.deps)).toBe(5);
  expect(await endInvalidRemoteSessions(workers.deps)).toBe(0);
  expect(await Promise.all([running, unused, silent, closed, withdrawn, blind].map(reasonOf))).toEqual([
    null,
    'lost',
    'lost',
    'window',
    'withdrawn',
    'policy',
  ]);
  const lost = await read(silent);
  expect(lost?.endedAt).toEqual(lost?.seenAt);
  await eventually(() => expect([silent, closed, withdrawn, blind].flatMap(cuts)).toHaveLength(4));
  expect([...cuts(unused), ...cuts(running)]).toEqual([]);
});

test('[REMOTE-2] a session within its window goes on; a deactivated user and a deleted device end theirs', async () => {
  const inside = await addSession({ windowBound: 1, endsAt: secondsAgo(-600) });
  await workers.deps.database.asSystem((tx) =>
    tx.insert(approvals).values({
      companyFk: workers.company,
      deviceFk: device,
      deviceAlias: 'Device',
      requesterFk: user,
      requesterId: 'mina',
      startTime: secondsAgo(600),
      endTime: secondsAgo(-600),
      approvalReason: 'work',
      approveState: 2,
    }),
  );
  const leaver = await addUser();
  const ofLeaver = await addSession({ userFk: leaver });
  const gone = await workers.addDevice();
  const onGone = await addSession({ deviceFk: gone });
  await workers.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ active: false }).where(eq(users.pk, leaver));
    await tx.execute(sql`delete from devices where pk = ${gone}`);
  });
  await endInvalidRemoteSessions(workers.deps);
  expect(await Promise.all([inside, ofLeaver, onGone].map(reasonOf))).toEqual([null, 'policy', 'policy']);
});

test('[REMOTE-2] a right that is taken back ends the sessions that need it, and no others', async () => {
  const member = await addUser('Member');
  await workers.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ authRemotecontrol: 1, authFilemanager: 1 }).where(eq(users.pk, member));
    await tx.execute(sql`
      insert into group_members (company_fk, device_group_fk, member_fk)
      select company_fk, device_group_fk, ${member} from devices where pk = ${device}`);
  });
  const set = (change: Partial<typeof users.$inferInsert>) =>
    workers.deps.database.asSystem((tx) => tx.update(users).set(change).where(eq(users.pk, member)));
  const [control, files] = [await addSession({ userFk: member }), await addSession({ userFk: member, type: 'ft' })];
  const reasons = async () => {
    await endInvalidRemoteSessions(workers.deps);
    return Promise.all([control, files].map(reasonOf));
  };
  expect(await reasons()).toEqual([null, null]);
  await set({ disableFileTransfer: 1 });
  expect(await reasons()).toEqual([null, 'policy']);
  await set({ authRemotecontrol: 0 });
  expect(await reasons()).toEqual(['policy', 'policy']);
});

test('[REMOTE-2] what was opened by an invitation ends with it, and what a revoked session opened, too', async () => {
  const console = async (more: Partial<typeof sessions.$inferInsert>) => {
    const id = SessionId.parse(randomUUID());
    const row = { id, companyFk: workers.company, userFk: user, ip: '203.0.113.1', userAgent: '' };
    const expiresAt = secondsAgo(-3_600);
    await workers.deps.database.asSystem((tx) => tx.insert(sessions).values({ ...row, expiresAt, ...more }));
    return addSession({ consoleSession: id });
  };
  const endedAt = secondsAgo(2);
  const ended = [
    await console({ kind: 'invitation', endedAt, endReason: 'operator' }),
    await console({ kind: 'invitation', expiresAt: secondsAgo(1) }),
    await console({ endedAt, endReason: 'password_changed' }),
  ];
  const running = [await console({ kind: 'invitation' }), await console({ endedAt, endReason: 'logout' })];
  await endInvalidRemoteSessions(workers.deps);
  expect(await Promise.all(ended.map(reasonOf))).toEqual(['policy', 'policy', 'policy']);
  expect(await Promise.all(running.map(reasonOf))).toEqual([null, null]);
});

test('[REMOTE-4] agents report their own sessions only; one that has ended is answered with its end', async () => {
  const { company, deps } = workers;
  const id = await addSession({ seenAt: secondsAgo(30) });
  const other = await workers.addDevice();
  const entry = (of: DevicePk, state: 'alive' | 'ended') => ({
    id: '1-0',
    company,
    kind: 'remote_state' as const,
    seq: 0,
    data: { device: of, report: { session: id, state, at: Date.now() } },
  });
  await persistRemoteSessions(deps, [entry(other, 'ended')]);
  expect(await reasonOf(id)).toBeNull();
  await persistRemoteSessions(deps, [entry(device, 'alive')]);
  expect((await read(id))?.seenAt?.getTime()).toBeGreaterThan(Date.now() - 20_000);
  await persistRemoteSessions(deps, [entry(device, 'ended')]);
  expect(await reasonOf(id)).toBe('agent');
  await eventually(() => expect(cuts(id)).toEqual(['agent']));
  await persistRemoteSessions(deps, [entry(device, 'alive')]);
  await eventually(() => expect(cuts(id)).toEqual(['agent', 'agent']));

  const time = new Date().toISOString();
  const file = {
    session: id,
    name: 'a.txt',
    size: 1,
    action_type: 2,
    start_time: time,
    end_time: time,
  };
  const fileEntry = (of: DevicePk) => ({
    id: '2-0',
    company,
    kind: 'file_transferred' as const,
    seq: 0,
    data: { device: of, file },
  });
  await persistTransferredFiles(deps, [fileEntry(other), fileEntry(device), fileEntry(device)]);
  const files = await deps.database.asSystem((tx) =>
    tx.select().from(remoteSessionFiles).where(eq(remoteSessionFiles.sessionFk, id)),
  );
  expect(files).toMatchObject([{ name: 'a.txt', action: 'download' }]);
});

test('[REMOTE-4] a late report of an agent does not make the last sign of a session older, nor one of the future newer', async () => {
  const { company, deps } = workers;
  const fresh = secondsAgo(1);
  const id = await addSession({ seenAt: fresh, issuedAt: secondsAgo(300) });
  const persistAlive = (at: Date) => {
    const report = { session: id, state: 'alive' as const, at: at.getTime() };
    return persistRemoteSessions(deps, [
      { id: '1-0', company, kind: 'remote_state', seq: 0, data: { device, report } },
    ]);
  };
  await persistAlive(secondsAgo(120));
  expect((await read(id))?.seenAt).toEqual(fresh);
  await endInvalidRemoteSessions(deps);
  expect(await reasonOf(id)).toBeNull();
  await persistAlive(secondsAgo(-3_600));
  const seen = (await read(id))?.seenAt?.getTime() ?? 0;
  expect(seen).toBeGreaterThan(fresh.getTime());
  expect(seen).toBeLessThanOrEqual(Date.now());
});

// The last one is that of agents of earlier versions, which do not tell the two apart.
test.each(['declined', 'unanswered', 'refused'] as const)(
  '[RELAY-11] a session that nobody let in ends as its agent says: %s',
  async (reason) => {
    const id = await addSession();
    const report = remoteSessionState.payload.parse({ session: id, state: 'ended', at: Date.now(), reason });
    const { company, deps } = workers;
    await persistRemoteSessions(deps, [{ id: '1-0', company, kind: 'remote_state', seq: 0, data: { device, report } }]);
    expect(await reasonOf(id)).toBe(reason);
    await eventually(() => expect(cuts(id)).toEqual([reason]));
    const ends = await deps.database.asSystem((tx) =>
      tx.select().from(audits).where(eq(audits.actNameId, auditCode.remoteEnded)).orderBy(desc(audits.pk)).limit(1),
    );
    expect(JSON.parse(ends[0]?.newValue ?? '')).toMatchObject({ end_reason: reason });
  },
);

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A window of a user, in minutes from `at`. */
const approve = (requester: UserPk, at: number, [start, end]: readonly [number, number]) =>
  workers.deps.database.asSystem(async (tx) => {
    const [row] = await tx
      .insert(approvals)
      .values({
        companyFk: workers.company,
        deviceFk: device,
        deviceAlias: 'Device',
        requesterFk: requester,
        requesterId: 'mina',
        startTime: new Date(at + start * MINUTE_MS),
        endTime: new Date(at + end * MINUTE_MS),
        approvalReason: 'work',
        approveState: 2,
      })
      .returning();
    return row?.pk ?? 0;
  });

test('[REMOTE-5] a renewed window moves the end of its session, which its agent learns, and cuts nothing', async () => {
  const at = Date.now();
  const atMinute = (minute: number) => ({ ...workers.deps, now: () => at + minute * MINUTE_MS });
  const bound = await addUser();
  await approve(bound, at, [-60, 3]);
  const inWindow = { windowBound: 1, endsAt: new Date(at + 3 * MINUTE_MS) } as const;
  const alive = { seenAt: new Date(at + 12 * MINUTE_MS), issuedAt: new Date(at) };
  const id = await addSession({ userFk: bound, ...inWindow, ...alive });
  await alignSessionEnds(atMinute(0));
  const end = async () => (await read(id))?.endsAt?.getTime();
  expect(await end()).toBe(inWindow.endsAt.getTime());
  // The second one begins as the first ends, the third before the second does; the last has a gap before it.
  for (const span of [
    [3, 10],
    [9, 15],
    [16, 20],
  ] as const)
    await approve(bound, at, span);
  expect(await alignSessionEnds(atMinute(2))).toBe(1);
  const until = at + 15 * MINUTE_MS;
  expect(await end()).toBe(until);
  expect(await alignSessionEnds(atMinute(2))).toBe(0);
  const moved = () =>
    live.flatMap(({ t, session }) => (t === 'remote_session' && session?.session === id ? [session] : []));
  await eventually(() => expect(moved()).toMatchObject([{ ends_at: until }]));
  // What an agent missed is said again when it reports the session as alive.
  const report = { session: id, state: 'alive' as const, at: at + 12 * MINUTE_MS };
  const entry = {
    id: '1-0',
    company: workers.company,
    kind: 'remote_state' as const,
    seq: 0,
    data: { device, report },
  };
  await persistRemoteSessions(workers.deps, [entry]);
  await eventually(() => expect(moved()).toHaveLength(2));
  for (const minute of [3, 9, 12]) await endInvalidRemoteSessions(atMinute(minute));
  expect(await reasonOf(id)).toBeNull();
  await endInvalidRemoteSessions(atMinute(15));
  expect(await reasonOf(id)).toBe('window');
});

test('[REMOTE-5] the end of a session follows its windows when the longer one is withdrawn', async () => {
  const at = Date.now();
  const atMinute = (minute: number) => ({ ...workers.deps, now: () => at + minute * MINUTE_MS });
  const bound = await addUser();
  await approve(bound, at, [-60, 10]);
  const longer = await approve(bound, at, [-60, 60]);
  const alive = { seenAt: new Date(at + 12 * MINUTE_MS), issuedAt: new Date(at) };
  const id = await addSession({ userFk: bound, windowBound: 1, endsAt: new Date(at + 60 * MINUTE_MS), ...alive });
  expect(await alignSessionEnds(atMinute(0))).toBe(0);
  await workers.deps.database.asSystem((tx) => tx.delete(approvals).where(eq(approvals.pk, longer as never)));
  expect(await alignSessionEnds(atMinute(1))).toBe(1);
  expect((await read(id))?.endsAt?.getTime()).toBe(at + 10 * MINUTE_MS);
  expect(await alignSessionEnds(atMinute(1))).toBe(0);
  await endInvalidRemoteSessions(atMinute(9.9));
  expect(await reasonOf(id)).toBeNull();
  await endInvalidRemoteSessions(atMinute(10));
  expect(await reasonOf(id)).toBe('window');
});

test('[REMOTE-5] who is bound to windows while a session runs is cut without one, and at its end with one', async () => {
  const at = Date.now();
  const atMinute = (minute: number) => ({ ...workers.deps, now: () => at + minute * MINUTE_MS });
  const member = await addUser('Member');
  const other = await addUser('Member');
  await workers.deps.database.asSystem(async (tx) => {
    for (const pk of [member, other]) {
      await tx.update(users).set({ authRemotecontrol: 1 }).where(eq(users.pk, pk));
      await tx.execute(sql`
        insert into group_members (company_fk, device_group_fk, member_fk)
        select company_fk, device_group_fk, ${pk} from devices where pk = ${device}`);
    }
  });
  const alive = { seenAt: new Date(at + 12 * MINUTE_MS), issuedAt: new Date(at) };
  const [without, within] = [
    await addSession({ userFk: member, ...alive }),
    await addSession({ userFk: other, ...alive }),
  ];
  await approve(other, at, [-60, 10]);
  const reasons = async (minute: number) => {
    await alignSessionEnds(atMinute(minute));
    await endInvalidRemoteSessions(atMinute(minute));
    return Promise.all([without, within].map(reasonOf));
  };
  expect(await reasons(0)).toEqual([null, null]);
  await workers.deps.database.asSystem((tx) =>
    tx
      .update(users)
      .set({ useApproval: 1 })
      .where(inArray(users.pk, [member, other])),
  );
  expect(await reasons(1)).toEqual(['policy', null]);
  expect((await read(within))?.endsAt?.getTime()).toBe(at + 10 * MINUTE_MS);
  expect(await reasons(10)).toEqual(['policy', 'window']);
});

test('[REMOTE-5] both ends are warned five minutes and one minute before a session ends, once each', async () => {
  const at = Date.now();
  const endsAt = new Date(at + 10 * MINUTE_MS);
  const id = await addSession({ windowBound: 1, endsAt });
  await addSession();
  const warnings = () =>
    live.flatMap(({ t, warning }) =>
      t === 'remote_session_warning' && warning?.session === id ? [warning.ends_at] : [],
    );
  const sentAt = async (beforeEndMs: number) => {
    const deps = { ...workers.deps, now: () => endsAt.getTime() - beforeEndMs };
    return [await warnOfSessionEnds(deps), await warnOfSessionEnds(deps)];
  };
  expect(await sentAt(5 * MINUTE_MS + SECOND_MS)).toEqual([0, 0]);
  expect(await sentAt(5 * MINUTE_MS)).toEqual([1, 0]);
  expect(await sentAt(2 * MINUTE_MS)).toEqual([0, 0]);
  expect(await sentAt(MINUTE_MS)).toEqual([1, 0]);
  expect(await sentAt(0)).toEqual([0, 0]);
  await eventually(() => expect(warnings()).toEqual([endsAt.getTime(), endsAt.getTime()]));
});
