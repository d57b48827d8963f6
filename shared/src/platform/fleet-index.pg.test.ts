import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompanyPk, DevicePk, GroupPk } from '../contract/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startRedis, type TestRedis } from '../../../tests/support/redis.ts';
import { connectDatabase, type Database } from './db/client.ts';
import { patchFleetIndex, readFleetIndex, readIndexedDevice, rebuildFleetIndex } from './fleet-index.ts';
import { createLog } from './log.ts';
import { connectRedis, type Redis } from './redis/redis.ts';

let stores: { own: TestDatabase; server: TestRedis };
let database: Database;
let redis: Redis;
let company: CompanyPk;
let group: GroupPk;

beforeAll(async () => {
  const [own, server] = await Promise.all([createTestDatabase(), startRedis()]);
  stores = { own, server };
  database = connectDatabase(own.url, 3);
  redis = await connectRedis(server.url, createLog('test', 'silent'));
  const [row] = await database.asSystem((tx) =>
    tx.execute<{ company: number; pk: number }>(
      sql`with c as (insert into companies (name) values ('Tests') returning pk)
          insert into device_groups (company_fk, name) select pk, 'home' from c returning company_fk as company, pk`,
    ),
  );
  company = CompanyPk.parse(row?.company);
  group = GroupPk.parse(row?.pk);
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await stores.server[Symbol.asyncDispose]();
  await stores.own[Symbol.asyncDispose]();
});

/** As an enrolment does: into the database, then into the index if there is one. */
async function enrol(): Promise<DevicePk> {
  const [row] = await database.inCompany(company, (tx) =>
    tx.execute<{ pk: number }>(
      sql`insert into devices (company_fk, guid, public_key, alias, device_group_fk)
          values (${company}, ${randomUUID()}, ${randomUUID()}, 'one', ${group}) returning pk`,
    ),
  );
  const pk = DevicePk.parse(row?.pk);
  await patchFleetIndex(redis, company, { devices: new Map([[pk, { group, approval: 0 }]]) });
  return pk;
}

/** A database in which `meanwhile` happens after each of the first `times` readings. */
function interrupted(meanwhile: () => Promise<unknown>, times: number): Database {
  let left = times;
  return {
    ...database,
    async inCompany(whose, work) {
      const answer = await database.inCompany(whose, work);
      left -= 1;
      if (left >= 0) await meanwhile();
      return answer;
    },
  };
}

test('a device that is enrolled while the index is being built is in it', async () => {
  const early = await enrol();
  const late: DevicePk[] = [];
  const enrolOne = async () => void late.push(await enrol());
  await rebuildFleetIndex(redis, interrupted(enrolOne, 2), company);
  expect(late).toHaveLength(2);
  const index = await readFleetIndex(redis, company);
  expect([...(index?.devices.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([early, ...late]);
  expect(await redis.commands.keys('*draft*')).toEqual([]);
});

test('a whole index stays in place while a new one is built, and lives on afterwards', async () => {
  await rebuildFleetIndex(redis, database, company);
  const one = await enrol();
  const look = async () => expect(await readIndexedDevice(redis, company, one)).toEqual({ group, approval: 0 });
  await rebuildFleetIndex(redis, interrupted(look, 1), company);
  await look();
  const [key] = await redis.commands.keys('*:index');
  expect(await redis.commands.ttl(key ?? '')).toBe(-1);
});
