import { createClient } from 'redis';
import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { startRedisCluster } from '../../../../tests/support/redis-cluster.ts';
import { startRedis } from '../../../../tests/support/redis.ts';
import { createLog } from '../log.ts';
import { connectRedis } from './redis.ts';

const log = createLog('test', 'silent');

const servers = [
  { kind: 'a single server', start: startRedis },
  { kind: 'a cluster', start: startRedisCluster },
] as const;

describe.each(servers)('on $kind', ({ start }) => {
  test.each(['normal', 'pubsub'])('a lost %s connection is restored, and the recovery starts', async (type) => {
    await using server = await start();
    await using redis = await connectRedis(server.url, log);
    const received: string[] = [];
    await redis.subscribe('vigil:test:{1}', (message) => received.push(message));
    const recover = vi.fn<() => Promise<void>>(async () => {});
    using _listening = redis.onReconnect(recover);

    const operator = await createClient({ url: server.url }).connect();
    await operator.sendCommand(['CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes']);
    operator.destroy();

    await eventually(() => expect(recover).toHaveBeenCalled());
    await eventually(async () => {
      await redis.publish('vigil:test:{1}', 'after the loss');
      expect(received).toContain('after the loss');
    });
  });
});

test.each(['allkeys-lru', 'volatile-ttl'])(
  'a Redis that evicts (%s) is refused, unless that is allowed',
  async (policy) => {
    await using server = await startRedis();
    await server.ask('CONFIG', 'SET', 'maxmemory-policy', policy);
    await expect(connectRedis(server.urls.workers, log)).rejects.toThrow(`REDIS_URL: this Redis throws data away`);
    await using allowed = await connectRedis(server.urls.workers, log, { allowEviction: true });
    expect(await allowed.commands.ping()).toBe('PONG');
  },
);
