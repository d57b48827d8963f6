import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { addCompany, startTestStores, type TestStores } from '../../../../tests/support/stores.ts';
import { whileHeld } from '../../../../tests/support/while-held.ts';
import { DevicePk, UserPk, type CompanyPk } from '../../contract/ids.ts';
import { busChannels } from '../bus/channels.ts';
import type { SystemDatabase } from '../db/client.ts';
import { unpublishedAnnouncements } from '../db/schema/announcements.ts';
import { createLog } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import type { Announcement } from './announcement.ts';
import { publishAbandonedAnnouncements, readAnnouncementCount, storeAnnouncements } from './announcements.ts';
import {
  announceOnCommit,
  commitChange,
  commitCrossCompanyChange,
  publishFleetOnCommit,
  sendOnCommit,
} from './commit-change.ts';

const log = createLog('test', 'silent');
let stores: TestStores;
let database: SystemDatabase;
let redis: Redis;
let company: CompanyPk;
let received: { t: string }[];

beforeAll(async () => {
  stores = await startTestStores(log);
  ({ database, redis } = stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  // A worker makes what any company left.
  await database.asSystem((tx) => tx.delete(unpublishedAnnouncements));
  company = await addCompany(database);
  const own: typeof received = [];
  received = own;
  await redis.subscribe(busChannels.company(company), (text) =>
    own.push(JSON.parse(text) as (typeof received)[number]),
  );
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

test('an announcement follows the change of the fleet with which it was committed', async () => {
  await commitChange({ database, redis, log }, company, async (tx) => {
    announceOnCommit(tx, { kind: 'config' });
    publishFleetOnCommit(tx, [{ t: 'device_removed', device_pk: DevicePk.parse(1) }]);
  });
  await eventually(() => expect(received.map(({ t }) => t)).toEqual(['device_removed', 'configs_changed']));
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
  // Counts begin by the clock: nothing is lost and counted anew within a millisecond.
  await setTimeout(2);
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
    await storeAnnouncements(tx, null, { announced: [{ kind: 'notice', pk: 3 }], messages: [] });
    await tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - interval '1 minute'` });
  });
  await publishAbandonedAnnouncements({ database, redis, log });
  await eventually(() => expect(everywhere).toEqual(['{"t":"notice_posted","pk":3}']));
  expect(await readAnnouncementCount(redis, company, user)).toBeGreaterThan(before);
});

test('a message that a process could not send, a worker sends to the company that it names', async () => {
  const away = { ...redis, publish: () => Promise.reject(new Error('away')) };
  await commitCrossCompanyChange({ database, redis: away, log }, async (tx) =>
    sendOnCommit(tx, company, { t: 'incidents', rows: [] }),
  );
  expect(await waitingAnnouncements()).toBe(1);
  await database.asSystem((tx) =>
    tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - interval '1 minute'` }),
  );
  await publishAbandonedAnnouncements({ database, redis, log });
  await eventually(() => expect(received.filter(({ t }) => t === 'incidents')).toEqual([{ t: 'incidents', rows: [] }]));
  expect(await waitingAnnouncements()).toBe(0);
});

const storeAged = (of: CompanyPk, ...payloads: Announcement[]) =>
  database.asSystem(async (tx) => {
    await storeAnnouncements(tx, of, { announced: payloads, messages: [] });
    await tx.update(unpublishedAnnouncements).set({ createdAt: sql`now() - interval '1 minute'` });
  });

test('an announcement of a later version waits for a process that knows it, those after it do not', async () => {
  await storeAged(company, { kind: 'painted' } as unknown as Announcement, { kind: 'profile', to: [user] });
  expect(await publishAbandonedAnnouncements({ database, redis, log })).toBe(1);
  await eventually(() => expect(told()).toHaveLength(1));
  expect(await waitingAnnouncements()).toBe(1);
});

test('a company whose announcements fail stops none of the others, nor more than one try a run', async () => {
  const other = await addCompany(database);
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
  const other = await addCompany(database);
  await storeAged(company, { kind: 'profile', to: [user] });
  await storeAged(other, { kind: 'policy' });
  const isHeld = eq(unpublishedAnnouncements.companyFk, company);
  const publishAll = () => publishAbandonedAnnouncements({ database, redis, log });
  expect(
    await whileHeld(
      database,
      (tx) => tx.select().from(unpublishedAnnouncements).where(isHeld).for('update'),
      publishAll,
    ),
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
