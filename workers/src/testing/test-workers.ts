import { randomBytes, randomUUID } from 'node:crypto';
import { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { createKeyRing } from '@vigil/shared/platform/key-ring';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { sql } from 'drizzle-orm';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { startRedis } from '../../../tests/support/redis.ts';
import { createHttpPoster } from '../channels/http-poster.ts';
import { createGatewayClient } from '../commands/gateway-client.ts';
import { readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createMailer } from '../mail/mailer.ts';

export interface WorkersTestContext extends AsyncDisposable {
  readonly deps: Deps;
  readonly company: CompanyPk;
  readonly redisUrl: string;
  /** The database as a superuser, whom neither row-level security nor foreign keys hold. */
  readonly superuserUrl: string;
  /** Deletes all keys of Redis, which workers themselves may not. */
  clearRedis(): Promise<void>;
  /** Adds an approved device that was never connected. */
  addDevice(): Promise<DevicePk>;
}

/** The dependencies of workers with stores of their own. Workers run only when a test starts them. */
export async function createWorkersTestContext(
  env: Readonly<Record<string, string>> = {},
): Promise<WorkersTestContext> {
  await using stack = new AsyncDisposableStack();
  const [database, redisServer] = await Promise.all([createTestDatabase(), startRedis()]);
  stack.use(database);
  stack.use(redisServer);
  const log = createLog('workers', process.env['LOG_LEVEL'] ?? 'silent');
  const redis = stack.use(await connectRedis(redisServer.urls.workers, log));
  const metrics = createMetrics('workers');
  const keys = createKeyRing();
  const config = readConfig({ DATABASE_URL: database.url, KEYS_FILE: 'none', ...env }, {});
  const deps: Deps = {
    database: stack.use(connectDatabase(database.urls.system, 5)),
    redis,
    // Tests of jobs that fail wait for all attempts.
    queues: stack.use(
      openQueues(connectQueueRedis(redisServer.urls.workers, { cluster: false, log }), { retryAfterMs: 20 }),
    ),
    gateways: stack.use(await createGatewayClient(redis, createSubscriber({ redis, log, metrics }))),
    commandSigner: createCommandSigner(keys.command),
    channelKeys: keys.channel,
    postToChannel: createHttpPoster(config.WEBHOOK_ALLOW),
    mailer: stack.use(createMailer(config)),
    publicUrl: config.PUBLIC_URL,
    log,
    metrics,
    now: Date.now,
  };
  const system = async (query: ReturnType<typeof sql>) => {
    const [row] = await deps.database.asSystem((tx) => tx.execute<{ pk: number }>(query));
    return row?.pk;
  };
  const company = CompanyPk.parse(await system(sql`insert into companies (name) values ('Tests') returning pk`));
  const group = await system(sql`
    insert into device_groups (company_fk, name, flag_df_group) values (${company}, 'ROOT', 1) returning pk`);
  const held = stack.move();
  return {
    deps,
    company,
    redisUrl: redisServer.urls.workers,
    superuserUrl: database.adminUrl,
    clearRedis: () => redisServer.clear(),
    addDevice: async () =>
      DevicePk.parse(
        await system(sql`
          insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk)
          values (${company}, ${randomUUID()}, ${randomBytes(32).toString('base64')}, 'Device', 1, ${group})
          returning pk`),
      ),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
