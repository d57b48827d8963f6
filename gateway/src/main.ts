import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { logLevelIn } from '@vigil/shared/platform/config';
import { readGatewayKeyRing } from '@vigil/shared/platform/key-ring';
import { runService } from '@vigil/shared/platform/lifecycle';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectQueueRedis, openQueues } from '@vigil/shared/platform/queues';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';

const log = createLog('gateway', logLevelIn(process.env));

await runService(log, async () => {
  const config = readConfig(process.env);
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await connectRedis(config.REDIS_URL, log, { allowEviction: config.REDIS_ALLOW_EVICTION }));
  const cluster = redis.publishCommand === 'SPUBLISH';
  const queues = stack.use(
    openQueues(connectQueueRedis(config.REDIS_URL, { cluster, log }), { names: ['fleet-index'] }),
  );
  const metrics = createMetrics('gateway');
  const deps = { redis, subscribe: createSubscriber({ redis, log, metrics }), queues, log, metrics, now: Date.now };
  const gateway = stack.use(await startGateway(config, await readGatewayKeyRing(config.KEYS_FILE), deps));
  log.info({ port: gateway.port }, 'listening');
  return stack.move();
});
