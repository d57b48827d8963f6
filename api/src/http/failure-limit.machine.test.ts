import { randomUUID } from 'node:crypto';
import { Problem } from '@vigil/shared/contract/problems';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { expect } from 'vitest';
import { redisTest } from '../../../tests/support/redis-test.ts';
import { runWithFailureLimit } from './failure-limit.ts';

const test = redisTest;
const newLimit = (most: number) => {
  const client = randomUUID();
  const places = { failures: redisKeys.limit('enrol', client), reserved: redisKeys.reserved('enrol', client) };
  return { keys: places, most, windowMs: 600_000 };
};
const isFailure = (cause: unknown) => cause instanceof Error && cause.message === 'wrong';
const many = <T>(count: number, of: () => Promise<T>) => Promise.allSettled(Array.from({ length: count }, of));

test('of attempts that are made at once no more are tried than may fail', async ({ redis }) => {
  const limit = newLimit(10);
  let tried = 0;
  const work = async () => {
    tried += 1;
    await Promise.resolve();
    throw new Error('wrong');
  };
  const answers = await many(100, () => runWithFailureLimit(redis, limit, { work, isFailure }));
  expect(tried).toBe(10);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  expect(refused.filter((cause) => cause instanceof Problem && cause.code === 'too_many_requests')).toHaveLength(90);
  // Also one that would succeed.
  await expect(runWithFailureLimit(redis, limit, { work: async () => 1, isFailure })).rejects.toMatchObject({
    code: 'too_many_requests',
  });
});

test('attempts that succeed, or fail for another reason, count nothing, however many come at once', async ({
  redis,
}) => {
  const limit = newLimit(5);
  const succeeded = await many(40, () => runWithFailureLimit(redis, limit, { work: async () => 1, isFailure }));
  expect(succeeded.filter(({ status }) => status === 'rejected')).toEqual([]);
  const work = () => Promise.reject(new Error('another reason'));
  const failed = await many(40, () => runWithFailureLimit(redis, limit, { work, isFailure }));
  for (const answer of failed) expect(answer).toMatchObject({ reason: { message: 'another reason' } });
});
