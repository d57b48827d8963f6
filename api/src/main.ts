import { logLevelIn } from '@vigil/shared/platform/config';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { warnOfWideRole } from '@vigil/shared/platform/db/warn-of-wide-role';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { runService } from '@vigil/shared/platform/lifecycle';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { PASSWORD_COST } from '@vigil/shared/platform/passwords';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { createPublicApp } from './app.ts';
import { readConfig } from './config.ts';
import { createAccessPolicies } from './identity/sessions/access-policies.ts';
import { createOperatorsApp } from './operators-app.ts';

const log = createLog('api', logLevelIn(process.env));

await runService(log, async () => {
  const config = readConfig(process.env);
  await using stack = new AsyncDisposableStack();
  const now = Date.now;
  const database = stack.use(connectDatabase(config.DATABASE_URL, config.DATABASE_POOL));
  const redis = stack.use(await connectRedis(config.REDIS_URL, log, { allowEviction: config.REDIS_ALLOW_EVICTION }));
  const queueRedis = connectQueueRedis(config.REDIS_URL, { cluster: redis.publishCommand === 'SPUBLISH', log });
  const queues = stack.use(openQueues(queueRedis));
  const deps = {
    config,
    database,
    redis,
    queues,
    accessPolicies: stack.use(createAccessPolicies({ database, redis, log, now })),
    keyRing: await readKeyRing(config.KEYS_FILE),
    passwordCost: PASSWORD_COST,
    log,
    metrics: createMetrics('api'),
    now,
  };
  const app = await createPublicApp(deps);
  stack.defer(() => app.close());
  const operators = await createOperatorsApp(deps);
  stack.defer(() => operators.close());
  await operators.listen({ host: config.API_OPERATOR_HOST, port: config.API_OPERATOR_PORT });
  await app.listen({ host: config.API_HOST, port: config.API_PORT });
  // After the start, which must not depend on Postgres.
  void warnOfWideRole(database, log);
  return stack.move();
});
