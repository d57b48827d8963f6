import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CommandId, DevicePk, UserPk, type CompanyPk } from '../../contract/ids.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { within } from '../../../../tests/support/within.ts';
import { startTestStores, type TestStores } from '../../../../tests/support/stores.ts';
import { publish } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import type { CommandStateMessage } from '../command-states.ts';
import type { SystemDatabase, Tx } from '../db/client.ts';
import { fleetOutbox } from '../db/schema/commands.ts';
import { unpublishedAnnouncements } from '../db/schema/announcements.ts';
import { companies } from '../db/schema/companies.ts';
import { createLog } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import type { JobItem, JobQueues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import type { FleetChange } from '../fleet/change.ts';
import type { Announcement } from './announcement.ts';
import { publishAbandonedAnnouncements, readAnnouncementCount, storeAnnouncements } from './announcements.ts';
import {
  announceOnCommit,
  publishCommandStatesOnCommit,
  publishFleetChangesOnCommit,
  commitChange,
  queueJobsOnCommit,
} from './commit-change.ts';
import { rebuildFleetIndex } from '../fleet/fleet-index.ts';
import { enqueueOutbox, publishAbandonedOutbox, publishOutbox } from '../fleet/outbox.ts';

const log = createLog('test', 'silent');
let stores: TestStores;
let database: SystemDatabase;
let redis: Redis;
let company: CompanyPk;
let received: { t: string; seq: number; version: number; device_pk: number }[];

beforeAll(async () => {
  stores = await startTestStores(log);
  ({ database, redis } = stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  const [row] = await database.asSystem(async (tx) => {
    await tx.delete(fleetOutbox);
    return tx.insert(companies).values({ name: 'Tests' }).returning();
  });
  if (!row) throw new Error('no company');
  company = row.pk;
  const own: typeof received = [];
  received = own;
  await redis.subscribe(busChannels.company(company), (text) =>
    own.push(JSON.parse(text) as (typeof received)[number]),
  );
});

const removed = (pk: number): FleetChange => ({ t: 'device_removed', device_pk: DevicePk.parse(pk) });
const commit = (...changes: FleetChange[]) =>
  commitChange({ database, redis, log }, company, async (tx) => publishFleetChangesOnCommit(tx, changes));
/** A commit of a process that ends before the publication. */
const commitOnly = (...changes: FleetChange[]) =>
  database.inCompany(company, (tx) => enqueueOutbox(tx, company, changes));
const waiting = async () =>
  (await database.asSystem((tx) => tx.select().from(fleetOutbox).where(eq(fleetOutbox.companyFk, company)))).length;
const age = (minutes: number) =>
  database.asSystem((tx) => tx.update(fleetOutbox).set({ createdAt: sql`now() - ${minutes} * interval '1 minute'` }));
const devicesOf = () => received.map((event) => event.device_pk);

test('changes are published in order after the commit, numbered without a gap, and removed from the outbox', async () => {
  await commit(removed(1), removed(2), removed(3));
  await eventually(() => expect(devicesOf()).toEqual([1, 2, 3]));
  expect(received.map((event) => event.seq - (received[0]?.seq ?? 0))).toEqual([0, 1, 2]);
  expect(received.map((event) => event.version)).toEqual([1, 2, 3]);
  expect(await waiting()).toBe(0);
});

test('a rolled back change is never published and takes no version', async () => {
  const failed = commitChange({ database, redis, log }, company, async (tx) => {
    await enqueueOutbox(tx, company, [removed(9)]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await commit(removed(1));
  await eventually(() => expect(received).toMatchObject([{ device_pk: 1, version: 1 }]));
});

test('a change that a dead process left is published once, before the next change', async () => {
  await commitOnly(removed(1), removed(2));
  expect(received).toEqual([]);
  await commit(removed(3));
  await eventually(() => expect(devicesOf()).toEqual([1, 2, 3]));
  expect(await publishOutbox({ database, redis, log }, company)).toBe(0);
});

test('a worker publishes abandoned changes only', async () => {
  await commitOnly(removed(4));
  // As young as it can be, however slow this machine is.
  await age(-1);
  expect(await publishAbandonedOutbox({ database, redis, log })).toBe(0);
  await age(1);
  expect(await publishAbandonedOutbox({ database, redis, log })).toBe(1);
  await eventually(() => expect(devicesOf()).toEqual([4]));
  expect(await waiting()).toBe(0);
});

test('several processes publish the same outbox at once: each change is published once and in order', async () => {
  await commitOnly(...Array.from({ length: 40 }, (_, i) => removed(i + 1)));
  const publishers = Array.from({ length: 4 }, () => publishOutbox({ database, redis, log }, company));
  await Promise.all([...publishers, ...Array.from({ length: 10 }, (_, i) => commit(removed(100 + i)))]);
  await eventually(() => expect(received).toHaveLength(50));
  expect(devicesOf().slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect(received.map((event) => event.version)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
});

/** Runs work while another transaction holds rows, and lets that one end without a change. */
async function whileHeld<T>(hold: (tx: Tx) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const rolledBack = new Error('rolled back');
  let outcome: Promise<T> | undefined;
  const holding = database.asSystem(async (tx) => {
    await hold(tx);
    outcome = work();
    await within('the work does not wait for the rows', outcome, { timeout: 10_000 });
    throw rolledBack;
  });
  await expect(holding).rejects.toBe(rolledBack);
  return outcome!;
}

test('rows of a company that another transaction holds stall the publication of no other company, nor of itself', async () => {
  const other = await addCompany();
  await commitOnly(removed(1), removed(2));
  await database.inCompany(other, (tx) => enqueueOutbox(tx, other, [removed(1)]));
  await age(1);
  const isFirst = and(eq(fleetOutbox.companyFk, company), eq(fleetOutbox.version, 1));
  const publishAll = () => publishAbandonedOutbox({ database, redis, log });
  expect(await whileHeld((tx) => tx.select().from(fleetOutbox).where(isFirst).for('update'), publishAll)).toBe(3);
  await eventually(() => expect(devicesOf()).toEqual([1, 2]));
  expect(await waiting()).toBe(1);
  expect(await publishAll()).toBe(1);
  expect(await waiting()).toBe(0);
  await commit(removed(3));
  await eventually(() => expect(devicesOf()).toEqual([1, 2, 3]));
});

test('changes are published to an emptied Redis', async () => {
  await commit(removed(1));
  await redis.commands.del(redisKeys.publishedVersion(company));
  await commit(removed(2));
  await eventually(() => expect(devicesOf()).toEqual([1, 2]));
});

test('a commit succeeds while Redis is unreachable, and is published later', async () => {
  const away = { ...redis, run: () => Promise.reject(new Error('away')) };
  const value = await commitChange({ database, redis: away, log }, company, async (tx) => {
    publishFleetChangesOnCommit(tx, [removed(7)]);
    return 'done';
  });
  expect(value).toBe('done');
  expect(await waiting()).toBe(1);
  await publishOutbox({ database, redis, log }, company);
  await eventually(() => expect(devicesOf()).toEqual([7]));
});

const user = UserPk.parse(5);
const told = (): unknown[] => received.filter(({ t }) => t === 'profile_changed');
const waitingAnnouncements = async () =>
  (
    await database.asSystem((tx) =>
      tx.select().from(unpublishedAnnouncements).where(eq(unpublishedAnnouncements.companyFk, company)),
    )
  ).length;

test('an announcement is made after the commit, counted, and forgotten', async () => {
  const before = await readAnnouncementCount(redis, company, user);
  await commitChange({ database, redis, log }, company, async (tx) => {
    announceOnCommit(tx, { kind: 'profile', to: [user], pk: 8 });
    expect(told()).toEqual([]);
  });
  await eventually(() => expect(told()).toEqual([{ t: 'profile_changed', to: [user], pk: 8 }]));
  expect(await readAnnouncementCount(redis, company, user)).toBeGreaterThan(before);
  expect(await waitingAnnouncements()).toBe(0);
});

test('[SEQ-12] each user has a count, which the announcements to others do not change', async () => {
  const announceTo = (...to: UserPk[]) =>
    commitChange({ database, redis, log }, company, async (tx) => announceOnCommit(tx, { kind: 'profile', to }));
  const other = UserPk.parse(6);
  await announceTo(user);
  const [own, others] = [
    await readAnnouncementCount(redis, company, user),
    await readAnnouncementCount(redis, company, other),
  ];
  await announceTo(user, user, other);
  await announceTo(user);
  expect(await readAnnouncementCount(redis, company, user)).toBe(own + 2);
  expect(await readAnnouncementCount(redis, company, other)).toBe(others + 1);
  await commitChange({ database, redis, log }, company, async (tx) => announceOnCommit(tx, { kind: 'policy' }));
  expect(await readAnnouncementCount(redis, company, other)).toBe(others + 2);
});

test('[SEQ-12] lost counts are told from those of before', async () => {
  const announceOne = () =>
    commitChange({ database, redis, log }, company, async (tx) => announceOnCommit(tx, { kind: 'policy' }));
  await announceOne();
  const before = await readAnnouncementCount(redis, company, user);
  await redis.commands.del(redisKeys.announced(company));
  await announceOne();
  expect(await readAnnouncementCount(redis, company, user)).not.toBe(before);
});

test('a change that is rolled back is not announced', async () => {
  const failed = commitChange({ database, redis, log }, company, async (tx) => {
    announceOnCommit(tx, { kind: 'profile', to: [user] });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await waitingAnnouncements()).toBe(0);
});

test('what a process could not announce, a worker does, and what is as young as a commit it leaves', async () => {
  const away = { ...redis, run: () => Promise.reject(new Error('away')) };
  await commitChange({ database, redis: away, log }, company, async (tx) =>
    announceOnCommit(tx, { kind: 'profile', to: [user] }),
  );
  expect(await waitingAnnouncements()).toBe(1);
  const ageTo = (minutes: number) =>
    database.asSystem((tx) =>
      tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - ${minutes} * interval '1 minute'` }),
    );
  await ageTo(-1);
  await publishAbandonedAnnouncements({ database, redis, log });
  expect(told()).toEqual([]);
  await ageTo(1);
  await publishAbandonedAnnouncements({ database, redis, log });
  await eventually(() => expect(told()).toHaveLength(1));
  expect(await waitingAnnouncements()).toBe(0);
});

test('what belongs to no company is told to browsers of all', async () => {
  const everywhere: string[] = [];
  await using _stop = {
    [Symbol.asyncDispose]: await redis.subscribe(busChannels.everyone, (text) => everywhere.push(text)),
  };
  const before = await readAnnouncementCount(redis, company, user);
  await database.asSystem(async (tx) => {
    await storeAnnouncements(tx, null, [{ kind: 'notice', pk: 3 }]);
    await tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - interval '1 minute'` });
  });
  await publishAbandonedAnnouncements({ database, redis, log });
  await eventually(() => expect(everywhere).toEqual(['{"t":"notice_posted","pk":3}']));
  expect(await readAnnouncementCount(redis, company, user)).toBeGreaterThan(before);
});

const storeAged = (of: CompanyPk, ...payloads: Announcement[]) =>
  database.asSystem(async (tx) => {
    await storeAnnouncements(tx, of, payloads);
    await tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - interval '1 minute'` });
  });

test('an announcement of a later version waits for a process that knows it, those after it do not', async () => {
  await storeAged(company, { kind: 'painted' } as unknown as Announcement, { kind: 'profile', to: [user] });
  expect(await publishAbandonedAnnouncements({ database, redis, log })).toBe(1);
  await eventually(() => expect(told()).toHaveLength(1));
  expect(await waitingAnnouncements()).toBe(1);
});

test('a company whose announcements fail stops none of the others, nor more than one try a run', async () => {
  const other = await addCompany();
  await storeAged(company, { kind: 'policy' });
  await storeAged(other, { kind: 'policy' });
  const run: Redis['run'] = (script, input) =>
    Object.values(input.keys).includes(redisKeys.announced(company))
      ? Promise.reject(new Error('no'))
      : redis.run(script, input);
  expect(await publishAbandonedAnnouncements({ database, redis: { ...redis, run }, log })).toBe(1);
  expect(await waitingAnnouncements()).toBe(1);
  expect(await publishAbandonedAnnouncements({ database, redis, log })).toBe(1);
});

test('announcements that another transaction holds stall none of the others, and are made afterwards, once', async () => {
  const other = await addCompany();
  await storeAged(company, { kind: 'profile', to: [user] });
  await storeAged(other, { kind: 'policy' });
  const isHeld = eq(unpublishedAnnouncements.companyFk, company);
  const publishAll = () => publishAbandonedAnnouncements({ database, redis, log });
  expect(
    await whileHeld((tx) => tx.select().from(unpublishedAnnouncements).where(isHeld).for('update'), publishAll),
  ).toBe(1);
  expect(told()).toEqual([]);
  expect(await publishAll()).toBe(1);
  await eventually(() => expect(told()).toHaveLength(1));
});

test('of the announcements of one change, the one that fails is left for a worker, and the others are made', async () => {
  let runs = 0;
  const run: Redis['run'] = (script, input) => {
    runs += 1;
    return runs === 1 ? Promise.reject(new Error('no')) : redis.run(script, input);
  };
  await commitChange({ database, redis: { ...redis, run }, log }, company, async (tx) => {
    announceOnCommit(tx, { kind: 'policy' }, { kind: 'profile', to: [user] });
  });
  await eventually(() => expect(told()).toHaveLength(1));
  expect(await waitingAnnouncements()).toBe(1);
});

/** What a process of a later version commits. */
const ofLaterVersion = { t: 'device_painted', device_pk: 2, color: 'red' } as unknown as FleetChange;
const addCompany = async (): Promise<CompanyPk> => {
  const [row] = await database.asSystem((tx) => tx.insert(companies).values({ name: 'Other' }).returning());
  if (!row) throw new Error('no company');
  return row.pk;
};

test('a change of a later version waits for a process that knows it, with those after it; other companies do not wait', async () => {
  const other = await addCompany();
  await commitOnly(removed(1), ofLaterVersion);
  await database.inCompany(other, (tx) => enqueueOutbox(tx, other, [removed(1)]));
  await age(0.5);
  expect(await publishAbandonedOutbox({ database, redis, log })).toBe(2);
  await commit(removed(3));
  await eventually(() => expect(devicesOf()).toEqual([1]));
  expect(await waiting()).toBe(2);
});

test('a change of a later version is published as it is after a minute, and the index is built again', async () => {
  await rebuildFleetIndex(redis, database, company);
  await commitOnly(ofLaterVersion, removed(3));
  await age(2);
  expect(await publishOutbox({ database, redis, log }, company)).toBe(2);
  await eventually(() => expect(received).toHaveLength(3));
  expect(received).toMatchObject([
    { ...ofLaterVersion, version: 1 },
    { t: 'index_rebuilt', version: 1 },
    { t: 'device_removed', version: 2 },
  ]);
  expect((received[2]?.seq ?? 0) - (received[0]?.seq ?? 0)).toBe(1);
  expect(await redis.commands.exists(redisKeys.index(company))).toBe(0);
  expect(await waiting()).toBe(0);
});

test('a company whose changes cannot be published does not stop the others', async () => {
  const others = [await addCompany(), await addCompany()];
  for (const one of [company, ...others]) {
    await database.inCompany(one, (tx) => enqueueOutbox(tx, one, [removed(1)]));
  }
  await age(1);
  const [failing] = others;
  const partly: Redis = {
    ...redis,
    run: (script, input) =>
      Object.values(input.keys).includes(redisKeys.index(failing!))
        ? Promise.reject(new Error('no'))
        : redis.run(script, input),
  };
  expect(await publishAbandonedOutbox({ database, redis: partly, log })).toBe(2);
  expect(await publishAbandonedOutbox({ database, redis, log })).toBe(1);
});

test('browsers are told of a new command before its job begins, and jobs of a queue are added together', async () => {
  const ids = [CommandId.parse(randomUUID()), CommandId.parse(randomUUID())];
  const state = (id: CommandId, of: 'queued' | 'sent'): CommandStateMessage => ({
    t: 'command_state',
    id,
    device_pk: DevicePk.parse(1),
    type: 'reboot',
    state: of,
    at: 0,
    issuer: null,
  });
  const added: string[][] = [];
  // A worker that begins as soon as it can.
  const add = async (_queue: string, items: readonly JobItem<'commands'>[]) => {
    added.push(items.map(({ id }) => id));
    for (const { data } of items)
      await publish(redis, busChannels.company(company), state(CommandId.parse(data.id), 'sent'));
  };
  const queues = { add, all: () => [], [Symbol.asyncDispose]: async () => undefined } as unknown as JobQueues;
  await commitChange({ database, redis, log, queues }, company, async (tx) => {
    for (const id of ids) {
      queueJobsOnCommit(tx, 'commands', [{ id, data: { id, company } }]);
      publishCommandStatesOnCommit(tx, [state(id, 'queued')]);
    }
  });
  expect(added).toEqual([ids]);
  await eventually(() => expect(received).toHaveLength(4));
  expect(received.map((message) => (message as unknown as CommandStateMessage).state)).toEqual([
    'queued',
    'queued',
    'sent',
    'sent',
  ]);
});
