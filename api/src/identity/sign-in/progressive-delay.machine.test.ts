import { UserPk } from '@vigil/shared/contract/ids';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { codeAttemptsAccount, clearSignInWaits } from '@vigil/shared/platform/users/sign-in-waits';
import { expect } from 'vitest';
import { redisTest } from '../../../../tests/support/redis-test.ts';
import { readConfig } from '../../config.ts';
import { createProgressiveDelays } from './progressive-delay.ts';

const test = redisTest;
let redis: Redis;

test.beforeAll(({ redis: connected }) => {
  redis = connected;
});

const waits = (factor: string) =>
  createProgressiveDelays({
    redis,
    config: readConfig({ DATABASE_URL: 'postgres://none', KEYS_FILE: 'none', RATE_LIMIT_FACTOR: factor }),
  });
const HERE = '192.0.2.1';
/** In seconds, after each wrong attempt. */
const asked = [0, 2, 15, 60, 240, 300, 300];
/** The first may be mistyped; the wait begins with the second. */
const mistype = async ({ begin, fail }: ReturnType<typeof waits>, account: string, address: string) => {
  await begin(account, address);
  await fail(account, address);
};
/** As if all waits were over. */
const elapse = async () => {
  for (const key of await redis.commands.keys(redisKeys.attempts('*'))) await redis.commands.hSet(key, 'until', '0');
};

test('one wrong attempt waits for nothing; after the second an address waits, and others do not', async () => {
  // A hundredth: the wait is 200 s.
  const { begin, fail } = waits('0.01');
  await begin('kim', HERE);
  expect(await fail('kim', HERE)).toBeUndefined();
  await begin('kim', HERE);
  expect(await fail('kim', HERE)).toBe(200);
  const refused = await begin('kim', HERE).catch((cause: unknown) => cause);
  expect(refused).toMatchObject({ code: 'too_many_requests' });
  const { retryAfter } = (refused as { detail: { retryAfter: number } }).detail;
  expect(retryAfter).toBeGreaterThan(100);
  expect(retryAfter).toBeLessThanOrEqual(200);
  await begin('kim', '198.51.100.7');
  await begin('lee', HERE);
});

test('the addresses of one IPv6 network wait together', async () => {
  const delays = waits('0.01');
  const { begin, fail } = delays;
  await mistype(delays, 'park', '2001:db8::4');
  await begin('park', '2001:db8::1');
  await fail('park', '2001:db8::2');
  await expect(begin('park', '2001:db8::3')).rejects.toMatchObject({ code: 'too_many_requests' });
  await begin('park', '2001:db8:0:1::1');
});

test('the networks of one IPv6 site wait together after some attempts of it, and those of others do not', async () => {
  const delays = waits('0.01');
  for (let network = 1; network <= 4; network += 1) await mistype(delays, 'oh', `2001:db8:7:${network}::1`);
  await delays.begin('oh', '2001:db8:7:5::1');
  expect(await delays.fail('oh', '2001:db8:7:5::1')).toBe(200);
  const refused = async () =>
    expect(await delays.begin('oh', '2001:db8:7:6::1').catch((cause: unknown) => cause)).toMatchObject({
      code: 'too_many_requests',
    });
  await refused();
  // A refused attempt is none of its network.
  await refused();
  await delays.begin('oh', '2001:db8:8:1::1');
  await delays.forget('oh', '2001:db8:7:1::1');
  await delays.begin('oh', '2001:db8:7:6::1');
});

test('a wait that is almost over is waited out', async () => {
  // The waits are up to 240 ms.
  const { begin, fail } = waits('1000');
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await begin('jung', HERE);
    expect(await fail('jung', HERE)).toBeUndefined();
  }
});

test('a right attempt ends the waiting', async () => {
  const { begin, forget } = waits('0.01');
  await begin('choi', HERE);
  await forget('choi', HERE);
  await begin('choi', HERE);
});

test('each wrong attempt waits longer than the one before, up to five minutes', async () => {
  const delays = waits('1');
  const { begin } = delays;
  await mistype(delays, 'yoon', HERE);
  const seconds: number[] = [];
  for (let wrong = 1; wrong < asked.length; wrong += 1) {
    await mistype(delays, 'yoon', HERE);
    const refused = await begin('yoon', HERE).catch((cause: unknown) => cause);
    seconds.push((refused as { detail: { retryAfter: number } }).detail.retryAfter);
    await elapse();
  }
  expect(seconds.map((left, place) => left <= asked[place + 1]! && left >= asked[place + 1]! / 2)).toEqual(
    seconds.map(() => true),
  );
});

test('of two right attempts at once the second is admitted when the first is known to be right', async () => {
  const delays = waits('0.01');
  const { begin, forget } = delays;
  await mistype(delays, 'shin', HERE);
  await begin('shin', HERE);
  const second = begin('shin', HERE);
  await forget('shin', HERE);
  await second;
});

test('of two attempts at once the second waits when the first was wrong', async () => {
  const delays = waits('0.01');
  const { begin, fail } = delays;
  await mistype(delays, 'song', HERE);
  await begin('song', HERE);
  const second = begin('song', HERE);
  await fail('song', HERE);
  await expect(second).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('an account that was unlocked waits nowhere, and then as at first', async () => {
  const delays = waits('0.01');
  const { begin } = delays;
  const user = { pk: UserPk.parse(7), mgrid: 'han' };
  const waiting = ['han', codeAttemptsAccount(user)].flatMap((account) => [
    [account, HERE] as const,
    [account, '198.51.100.7'] as const,
  ]);
  const failAll = async () => {
    for (const [account, address] of [...waiting, ...waiting]) await mistype(delays, account, address);
  };
  await failAll();
  await clearSignInWaits(redis, user);
  await failAll();
  for (const [account, address] of waiting)
    await expect(begin(account, address)).rejects.toMatchObject({ code: 'too_many_requests' });
});
