import { randomUUID } from 'node:crypto';
import { DeviceGuid, RemoteSessionId, SessionId, TicketPk, UserPk, type DevicePk } from '@vigil/shared/contract/ids';
import { ticketState, type TicketState } from '@vigil/shared/domain/ticket-transitions';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { ticketDevices, ticketHistory, tickets } from '@vigil/shared/platform/db/schema/tickets';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { endInvalidRemoteSessions } from './end-remote-sessions.ts';
import { endOverdueTickets, removeEndedTicketAccounts } from './tickets.ts';

const test = workersTest();
const MINUTE_MS = 60_000;
const requester = UserPk.parse(900);
let workers: WorkersTestContext;
let device: DevicePk;
const live: { t: string; pk?: number; state?: number; reason?: string }[] = [];

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  await workers.deps.redis.subscribe(busChannels.company(workers.company), (text) =>
    live.push(JSON.parse(text) as never),
  );
});

test.beforeEach(() => workers.deps.database.asSystem((tx) => tx.delete(tickets)));

const fromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const after = (minutes: number) => ({ ...workers.deps, now: () => Date.now() + minutes * MINUTE_MS });

async function addTicket(state: TicketState, endInMinutes: number): Promise<TicketPk> {
  return workers.deps.database.asSystem(async (tx) => {
    const times = { workStart: fromNow(-60), workEnd: fromNow(endInMinutes) };
    const [row] = await tx
      .insert(tickets)
      .values({
        companyFk: workers.company,
        state,
        requesterFk: requester,
        requesterId: 'asker',
        reason: 'work',
        ...times,
      })
      .returning({ pk: tickets.pk });
    const ticketFk = TicketPk.parse(row?.pk);
    await tx
      .insert(ticketDevices)
      .values({ companyFk: workers.company, ticketFk, deviceFk: device, n: 0, deviceName: 'Kiosk' });
    return ticketFk;
  });
}

/** The account of a ticket with a session of the console and one with a device, as a running work has them. */
async function addWorker(ticketFk: TicketPk, { validFor, active = true }: { validFor: number; active?: boolean }) {
  const [session, remote] = [SessionId.parse(randomUUID()), RemoteSessionId.parse(randomUUID())];
  const pk = await workers.deps.database.asSystem(async (tx) => {
    const account = {
      ticketFk,
      validFrom: fromNow(-60),
      validUntil: fromNow(validFor),
      active,
      authRemotecontrol: 1,
    } as const;
    const [user] = await tx
      .insert(users)
      .values({
        companyFk: workers.company,
        mgrid: `t${ticketFk}${randomUUID().slice(0, 6)}`,
        passwordHash: 'x',
        ...account,
      })
      .returning({ pk: users.pk });
    const userFk = UserPk.parse(user?.pk);
    await tx.insert(sessions).values({
      id: session,
      companyFk: workers.company,
      userFk,
      ip: '127.0.0.1',
      userAgent: '',
      kind: 'ticket',
      expiresAt: fromNow(validFor),
    });
    await tx.insert(remoteSessions).values({
      id: remote,
      companyFk: workers.company,
      type: 'rc',
      userFk,
      mgrid: 'worker',
      deviceFk: device,
      deviceAlias: 'Kiosk',
      deviceGuid: DeviceGuid.parse(randomUUID()),
      hostOsId: 1,
      secretHash: 'x',
      consoleSession: session,
      issuedAt: fromNow(-1),
      redeemedAt: fromNow(-1),
      seenAt: new Date(),
      endsAt: fromNow(validFor),
    });
    return userFk;
  });
  return { pk, session, remote };
}

const stateOf = async (pk: TicketPk) =>
  (await workers.deps.database.asSystem((tx) => tx.select().from(tickets).where(eq(tickets.pk, pk))))[0]?.state;
const historyOf = (pk: TicketPk) =>
  workers.deps.database.asSystem((tx) => tx.select().from(ticketHistory).where(eq(ticketHistory.ticketFk, pk)));
const remoteOf = async (id: RemoteSessionId) =>
  (await workers.deps.database.asSystem((tx) => tx.select().from(remoteSessions).where(eq(remoteSessions.id, id))))[0];
const exists = async (pk: UserPk) =>
  (await workers.deps.database.asSystem((tx) => tx.$count(users, eq(users.pk, pk)))) > 0;

test('at the end of the work undecided tickets are rejected by the system, the others completed, decided ones left', async () => {
  const made = await Promise.all(
    ([0, 1, 2, 3, 4, 10] as const).map(async (state) => [state, await addTicket(state, 5)] as const),
  );
  const later = await addTicket(ticketState.requested, 60);
  expect(await endOverdueTickets(after(4))).toBe(0);
  // Of two processes at once each ticket is ended by one.
  const counts = await Promise.all([endOverdueTickets(after(6)), endOverdueTickets(after(6))]);
  expect(counts[0] + counts[1]).toBe(4);
  const becomes = { 0: 4, 1: 4, 2: 10, 3: 10, 4: 4, 10: 10 } as const;
  for (const [state, pk] of made) expect([state, await stateOf(pk)]).toEqual([state, becomes[state]]);
  expect(await stateOf(later)).toBe(0);
  const lapsed = TicketPk.parse(made[0]?.[1]);
  expect(await historyOf(lapsed)).toMatchObject([{ move: 'lapse', state: 4, actorFk: null }]);
  await eventually(() =>
    expect(live).toContainEqual(expect.objectContaining({ t: 'ticket_changed', pk: lapsed, state: 4 })),
  );
});

test('while the work lasts its remote session goes on, though the account sees no group', async () => {
  const ticket = await addTicket(ticketState.onWork, 30);
  const worker = await addWorker(ticket, { validFor: 30 });
  await endInvalidRemoteSessions(workers.deps);
  expect((await remoteOf(worker.remote))?.endedAt).toBeNull();
  expect(await removeEndedTicketAccounts(workers.deps)).toBe(0);
  await workers.deps.database.asSystem((tx) => tx.delete(ticketDevices).where(eq(ticketDevices.ticketFk, ticket)));
  await endInvalidRemoteSessions(workers.deps);
  expect((await remoteOf(worker.remote))?.endReason).toBe('policy');
});

test('a session with a device ends by its ticket, whichever task comes first', async () => {
  const [ended, over] = [await addTicket(ticketState.completed, 60), await addTicket(ticketState.onWork, -1)];
  const [withdrawn, late] = [await addWorker(ended, { validFor: 60 }), await addWorker(over, { validFor: -1 })];
  // What an early end has stored once the API has ended the sessions of the console.
  await workers.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ active: false, validUntil: new Date() }).where(eq(users.pk, withdrawn.pk));
    const end = { endedAt: new Date(), endReason: 'deactivated' };
    await tx.update(sessions).set(end).where(eq(sessions.id, withdrawn.session));
  });
  await endInvalidRemoteSessions(workers.deps);
  expect((await remoteOf(withdrawn.remote))?.endReason).toBe('withdrawn');
  expect((await remoteOf(late.remote))?.endReason).toBe('window');
  expect(await removeEndedTicketAccounts(workers.deps)).toBe(2);
});

test('at the end of the work the account is removed, and its sessions with devices end', async () => {
  const ticket = await addTicket(ticketState.onWork, 5);
  const worker = await addWorker(ticket, { validFor: 5 });
  expect(await removeEndedTicketAccounts(after(4))).toBe(0);
  expect(await removeEndedTicketAccounts(after(6))).toBe(1);
  expect(await exists(worker.pk)).toBe(false);
  expect(await remoteOf(worker.remote)).toMatchObject({ endReason: 'window', userFk: worker.pk });
  await eventually(() => {
    expect(live).toContainEqual(expect.objectContaining({ t: 'remote_session_cut', to: worker.pk }));
  });
});

test('the account of a ticket that was ended early goes once the API has ended its sessions of the console', async () => {
  const ticket = await addTicket(ticketState.completed, 60);
  const worker = await addWorker(ticket, { validFor: 60 });
  // What the API commits before it ends the sessions.
  await workers.deps.database.asSystem((tx) =>
    tx.update(users).set({ active: false, validUntil: new Date() }).where(eq(users.pk, worker.pk)),
  );
  expect(await removeEndedTicketAccounts(after(1))).toBe(0);
  await workers.deps.database.asSystem((tx) =>
    tx.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.id, worker.session)),
  );
  expect(await removeEndedTicketAccounts(after(1))).toBe(1);
  expect(await exists(worker.pk)).toBe(false);
  expect((await remoteOf(worker.remote))?.endReason).toBe('withdrawn');
});
