import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { addCompany, startTestStores, type TestStores } from '../../../../tests/support/stores.ts';
import { whileHeld } from '../../../../tests/support/while-held.ts';
import { CommandId, DevicePk, type CompanyPk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import type { CommandStateMessage } from '../command-states.ts';
import type { SystemDatabase } from '../db/client.ts';
import { fleetOutbox } from '../db/schema/commands.ts';
import type { FleetChange } from '../fleet/change.ts';
import { rebuildFleetIndex } from '../fleet/fleet-index.ts';
import { enqueueOutbox, publishAbandonedOutbox, publishOutbox } from '../fleet/outbox.ts';
import { createLog } from '../log.ts';
import type { JobItem, JobQueues } from '../queues.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { publishStatesOnCommit, publishFleetOnCommit, commitChange, queueJobsOnCommit } from './commit-change.ts';

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
  await database.asSystem((tx) => tx.delete(fleetOutbox));
  company = await addCompany(database);
  const own: typeof received = [];
  received = own;
  await redis.subscribe(busChannels.company(company), (text) =>
    own.push(JSON.parse(text) as (typeof received)[number]),
  );
});

const removed = (pk: number): FleetChange => ({ t: 'device_removed', device_pk: DevicePk.parse(pk) });
const commit = (...changes: FleetChange[]) =>
  commitChange({ database, redis, log }, company, async (tx) => publishFleetOnCommit(tx, changes));
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

test('rows of a company that another transaction holds stall the publication of no other company, nor of itself', async () => {
  const other = await addCompany(database);
  await commitOnly(removed(1), removed(2));
  await database.inCompany(other, (tx) => enqueueOutbox(tx, other, [removed(1)]));
  await age(1);
  const isFirst = and(eq(fleetOutbox.companyFk, company), eq(fleetOutbox.version, 1));
  const publishAll = () => publishAbandonedOutbox({ database, redis, log });
  expect(
    await whileHeld(database, (tx) => tx.select().from(fleetOutbox).where(isFirst).for('update'), publishAll),
  ).toBe(3);
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
    publishFleetOnCommit(tx, [removed(7)]);
    return 'done';
  });
  expect(value).toBe('done');
  expect(await waiting()).toBe(1);
  await publishOutbox({ database, redis, log }, company);
  await eventually(() => expect(devicesOf()).toEqual([7]));
});

const ofLaterVersion = { t: 'device_painted', device_pk: 2, color: 'red' } as unknown as FleetChange;
test('a change of a later version waits for a process that knows it, with those after it; other companies do not wait', async () => {
  const other = await addCompany(database);
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
  const others = [await addCompany(database), await addCompany(database)];
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
      publishStatesOnCommit(tx, [state(id, 'queued')]);
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
