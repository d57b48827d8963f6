import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompanyPk, DevicePk } from '../contract/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { startRedis, type TestRedis } from '../../../tests/support/redis.ts';
import { connectDatabase, type Database } from './db/client.ts';
import { createLog } from './log.ts';
import { owe, settle, settleLeftBehind, type Change } from './outbox.ts';
import { channels } from './redis/keys.ts';
import { connectRedis, type Redis } from './redis/redis.ts';

let stores: { own: TestDatabase; server: TestRedis };
let database: Database;
let redis: Redis;
let company: CompanyPk;
const heard: { t: string; seq: number; device_pk?: number }[] = [];

beforeAll(async () => {
  const [own, server] = await Promise.all([createTestDatabase(), startRedis()]);
  stores = { own, server };
  database = connectDatabase(own.url, 3);
  redis = await connectRedis(server.url, createLog('test', 'silent'));
  const [row] = await database.asSystem((tx) =>
    tx.execute<{ pk: number }>(sql`insert into companies (name) values ('Tests') returning pk`),
  );
  company = CompanyPk.parse(row?.pk);
  await redis.subscribe(channels.live(company), (text) => heard.push(JSON.parse(text) as (typeof heard)[number]));
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await stores.server[Symbol.asyncDispose]();
  await stores.own[Symbol.asyncDispose]();
});

const removed = (pk: number): Change => ({ t: 'device_removed', device_pk: DevicePk.parse(pk) });
const left = async () => (await database.asSystem((tx) => tx.execute(sql`select pk from outbox`))).length;

test('what a transaction owes is told in order, once it is settled, and then forgotten', async () => {
  const receipts = await database.inCompany(company, (tx) => owe(tx, company, [removed(1), removed(2), removed(3)]));
  expect(heard).toEqual([]);
  await settle(database, redis, receipts);
  await eventually(() => expect(heard.map((event) => event.device_pk)).toEqual([1, 2, 3]));
  expect(heard.map((event) => event.seq - (heard[0]?.seq ?? 0))).toEqual([0, 1, 2]);
  expect(await left()).toBe(0);
});

test('what was rolled back is not owed', async () => {
  const failed = database.inCompany(company, async (tx) => {
    await owe(tx, company, [removed(9)]);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await left()).toBe(0);
});

test('what a dead process still owes is told by whoever finds it, and nothing that is fresh', async () => {
  await database.inCompany(company, (tx) => owe(tx, company, [removed(4)]));
  expect(await settleLeftBehind(database, redis)).toBe(0);
  await database.asSystem((tx) => tx.execute(sql`update outbox set created_at = now() - interval '1 minute'`));
  expect(await settleLeftBehind(database, redis)).toBe(1);
  await eventually(() => expect(heard.at(-1)).toMatchObject({ device_pk: 4 }));
  expect(await left()).toBe(0);
});
