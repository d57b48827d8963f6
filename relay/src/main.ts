import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { logLevelIn } from '@vigil/shared/platform/config';
import { runService } from '@vigil/shared/platform/lifecycle';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { readConfig } from './config.ts';
import { startRelay } from './relay.ts';

const log = createLog('relay', logLevelIn(process.env));

await runService(log, async () => {
  const config = readConfig(process.env);
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await connectRedis(config.REDIS_URL, log, { allowEviction: config.REDIS_ALLOW_EVICTION }));
  const metrics = createMetrics('relay');
  const deps = { redis, subscribe: createSubscriber({ redis, log, metrics }), log, metrics, now: Date.now };
  const relay = stack.use(await startRelay(config, deps));
  log.info({ port: relay.port }, 'listening');
  return stack.move();
});
