import { expect, test } from 'vitest';
import { startRedis } from '../../../../tests/support/redis.ts';
import { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { createLog } from '../log.ts';
import { redisKeys, partitionOf } from './keys.ts';
import { connectRedis } from './redis.ts';
import { appendToPartitionStream } from './stream.ts';

test('a full Redis refuses new entries and keeps what it has', async () => {
  await using server = await startRedis();
  await using redis = await connectRedis(server.url, createLog('test', 'silent'));
  expect(await redis.commands.configGet('maxmemory-policy')).toMatchObject({ 'maxmemory-policy': 'noeviction' });
  expect(Number((await redis.commands.configGet('maxmemory'))['maxmemory'])).toBeGreaterThan(0);
  const company = CompanyPk.parse(1);
  const inventory = { hardware: [{ name: 'n', description: 'x'.repeat(500) }], software: [] };
  const append = () =>
    appendToPartitionStream(redis, { company, kind: 'inventory', data: { device: DevicePk.parse(1), inventory } });
  await append();
  await redis.commands.configSet('maxmemory', '1');
  await expect(append()).rejects.toThrow('OOM');
  expect(await redis.commands.xLen(redisKeys.stream(partitionOf(company)))).toBe(1);
  await redis.commands.configSet('maxmemory', '0');
  await append();
});
