import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { test } from 'vitest';
import { startRedis } from './redis.ts';
import { within } from './within.ts';

/** The tests of a file share a connected Redis of their own, which is disposed after the last one. */
/* oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern which fixtures this one needs: none */
export const redisTest = test.extend('redis', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startRedis();
  const redis = await within('a client connects to Redis', connectRedis(server.url, createLog('test', 'silent')));
  onCleanup(async () => {
    await redis[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  return redis;
});
