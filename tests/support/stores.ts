import type { CompanyPk } from '@vigil/shared/contract/ids';
import { connectDatabase, type SystemDatabase } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import type { Log } from '@vigil/shared/platform/log';
import { connectRedis, type Redis } from '@vigil/shared/platform/redis/redis';
import { createTestDatabase } from './database.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { within } from './within.ts';

export interface TestStores extends AsyncDisposable {
  readonly database: SystemDatabase;
  readonly redis: Redis;
  readonly redisServer: TestRedis;
}

/** A database and a Redis of the test's own, both connected. */
export async function startTestStores(log: Log): Promise<TestStores> {
  await using stack = new AsyncDisposableStack();
  const [own, redisServer] = await Promise.all([createTestDatabase(), startRedis()]);
  stack.use(own);
  stack.use(redisServer);
  const database = stack.use(connectDatabase(own.url, 6));
  const redis = stack.use(await within('a client connects to Redis', connectRedis(redisServer.url, log)));
  const held = stack.move();
  return { database, redis, redisServer, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

export async function addCompany(database: SystemDatabase): Promise<CompanyPk> {
  const [row] = await database.asSystem((tx) => tx.insert(companies).values({ name: 'Tests' }).returning());
  if (!row) throw new Error('no company');
  return row.pk;
}
