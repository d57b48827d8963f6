import { expect } from 'vitest';
import { UserPk } from '@vigil/shared/contract/ids';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { redisTest } from '../../../tests/support/redis-test.ts';
import { readConfig } from '../config.ts';
import { codeAccount, createGrowingWaits, endWaits } from './growing-wait.ts';

const test = redisTest;
let redis: Redis;

test.beforeAll(({ redis: connected }) => {
  redis = connected;
});

const waits = (factor: string) =>
  createGrowingWaits({
    redis,
    config: readConfig({ DATABASE_URL: 'postgres://none', KEYS_FILE: 'none', RATE_LIMIT_FACTOR: factor }),
  });
const HERE = '192.0.2.1';

test('after two attempts an address waits, and others do not', async () => {
  // A hundredth: the first wait is 500 s.
  const { begin } = waits('0.01');
  await begin('kim', HERE);
  await begin('kim', HERE);
  const refused = await begin('kim', HERE).catch((cause: unknown) => cause);
  expect(refused).toMatchObject({ code: 'too_many_requests' });
  const { retryAfter } = (refused as { detail: { retryAfter: number } }).detail;
  expect(retryAfter).toBeGreaterThan(250);
  expect(retryAfter).toBeLessThanOrEqual(500);
  await begin('kim', '198.51.100.7');
  await begin('lee', HERE);
});

test('the addresses of one IPv6 network wait together', async () => {
  const { begin } = waits('0.01');
  await begin('park', '2001:db8::1');
  await begin('park', '2001:db8::2');
  await expect(begin('park', '2001:db8::3')).rejects.toMatchObject({ code: 'too_many_requests' });
  await begin('park', '2001:db8:0:1::1');
});

test('a wait that is almost over is waited out', async () => {
  // The waits are 5, 35 and 245 ms.
  const { begin } = waits('1000');
  for (let attempt = 0; attempt < 5; attempt += 1) await begin('jung', HERE);
});

test('a right attempt ends the waiting', async () => {
  const { begin, forget } = waits('0.01');
  await begin('choi', HERE);
  await begin('choi', HERE);
  await forget('choi', HERE);
  await begin('choi', HERE);
});

test('an account that was unlocked waits nowhere, and then as at first', async () => {
  const { begin } = waits('0.01');
  const user = { pk: UserPk.parse(7), mgrid: 'han' };
  const waiting = ['han', codeAccount(user)].flatMap((account) => [
    [account, HERE] as const,
    [account, '198.51.100.7'] as const,
  ]);
  for (const [account, address] of [...waiting, ...waiting]) await begin(account, address);
  await endWaits(redis, user);
  for (const [account, address] of [...waiting, ...waiting]) await begin(account, address);
  for (const [account, address] of waiting)
    await expect(begin(account, address)).rejects.toMatchObject({ code: 'too_many_requests' });
});
