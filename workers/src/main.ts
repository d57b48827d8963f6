import { parseArgs } from 'node:util';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { createCommandSigner } from '@vigil/shared/platform/command-signer';
import { logLevelIn } from '@vigil/shared/platform/config';
import { connectDatabase } from '@vigil/shared/platform/db/client';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { runService } from '@vigil/shared/platform/lifecycle';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { createHttpPoster } from './channels/http-poster.ts';
import { createGatewayClient } from './commands/gateway-client.ts';
import { readConfig } from './config.ts';
import { createMailer } from './mail/mailer.ts';
import { startWorkers } from './workers.ts';

const log = createLog('workers', logLevelIn(process.env));
const { values } = parseArgs({ options: { queues: { type: 'string' }, concurrency: { type: 'string' } } });

await runService(log, async () => {
  const config = readConfig(process.env, values);
  const keys = await readKeyRing(config.KEYS_FILE);
  const commandSigner = createCommandSigner(keys.command);
  await using stack = new AsyncDisposableStack();
  const database = stack.use(connectDatabase(config.DATABASE_URL, config.DATABASE_POOL));
  const redis = stack.use(await connectRedis(config.REDIS_URL, log, { allowEviction: config.REDIS_ALLOW_EVICTION }));
  const connection = connectQueueRedis(config.REDIS_URL, { cluster: redis.publishCommand === 'SPUBLISH', log });
  const queues = stack.use(openQueues(connection));
  const metrics = createMetrics('workers');
  const gateways = stack.use(await createGatewayClient(redis, createSubscriber({ redis, log, metrics })));
  const mailer = stack.use(createMailer(config));
  const publicUrl = config.PUBLIC_URL;
  const deps = {
    database,
    redis,
    queues,
    gateways,
    commandSigner,
    mailer,
    channelKeys: keys.channel,
    postToChannel: createHttpPoster(config.WEBHOOK_ALLOW),
    publicUrl,
    log,
    metrics,
    now: Date.now,
  };
  stack.use(await startWorkers(config, deps, connection.duplicate()));
  log.info({ queues: config.QUEUES }, 'workers started');
  return stack.move();
});
