import { createClient } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../../../tests/support/redis.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());

type User = 'api' | 'gateway' | 'workers' | 'relay';
const users: readonly User[] = ['api', 'gateway', 'workers'];

async function send(user: User, ...words: string[]): Promise<unknown> {
  const client = createClient({ url: redis.urls[user], disableOfflineQueue: true });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.sendCommand(words);
  } finally {
    client.destroy();
  }
}

test.each(users)('%s uses the keys of companies and the queues', async (user) => {
  await send(user, 'SET', '{p3}:c11:seq', '1');
  await send(user, 'SET', '{vigil}:fleet-index:id', '1');
  await send(user, 'PUBLISH', '{p3}:c11:live', '{}');
});

test('a relay takes tickets, and hears companies', async () => {
  await send('api', 'SET', '{rt:x}:ticket', '{}');
  expect(await send('relay', 'GETDEL', '{rt:x}:ticket')).toBe('{}');
  // Its health.
  await send('relay', 'SET', '{vigil}:readiness:x', '', 'PX', '10000');
});

test('workers count the mails about incidents, and see no other limit', async () => {
  await send('workers', 'INCR', '{l:mail-incident:x}:limit');
  await expect(send('workers', 'GET', '{l:mail-reset:x}:limit')).rejects.toThrow(/NOPERM/u);
});

test.each([
  ['gateway', 'SET', '{s:x}:identity', '{}'],
  ['gateway', 'DEL', '{s:x}:identity'],
  ['gateway', 'SET', '{r:1}:rights', '{}'],
  ['gateway', 'GET', '{s:x}:half'],
  ['gateway', 'GET', '{l:sign-in:x}:limit'],
  ['gateway', 'LPUSH', '{vigil}:mail:wait', '1'],
  ['gateway', 'LPUSH', '{vigil}:commands:wait', '1'],
  ['gateway', 'HGET', '{vigil}:exports:1', 'data'],
  ['workers', 'GET', '{s:x}:identity'],
  ['workers', 'GET', '{r:1}:rights'],
  ['workers', 'PUBLISH', '{s}:sessions', '{}'],
  ['api', 'GET', '{gw}:lease:x'],
  ['api', 'PUBLISH', '{gw}:to:x', '{}'],
  ['api', 'GET', 'other'],
  ['relay', 'GET', '{p3}:c11:seq'],
  ['relay', 'PUBLISH', '{p3}:c11:live', '{}'],
  ['relay', 'LPUSH', '{vigil}:mail:wait', '1'],
  ['relay', 'LPUSH', '{vigil}:commands:wait', '1'],
  ['relay', 'SET', '{vigil}:fleet-index:id', '1'],
  ['gateway', 'GETDEL', '{rt:x}:ticket'],
] as const)('%s may not: %s %s', async (user, ...words) => {
  await expect(send(user, ...words)).rejects.toThrow(/NOPERM/u);
});

test('a script has no more rights than the user who runs it', async () => {
  const stolen = send('workers', 'EVAL', "return redis.call('GET', '{s:x}:identity')", '0');
  await expect(stolen).rejects.toThrow(/can't access|NOPERM/u);
});

test.each(
  users.flatMap((user) =>
    [
      ['FLUSHALL'],
      ['CONFIG', 'GET', 'requirepass'],
      ['ACL', 'LIST'],
      ['KEYS', '*'],
      ['SHUTDOWN'],
      ['MONITOR'],
      ['REPLICAOF', 'NO', 'ONE'],
      ['CLIENT', 'LIST'],
      ['SCAN', '0'],
      ['RANDOMKEY'],
      ['FUNCTION', 'FLUSH'],
      ['SCRIPT', 'FLUSH'],
    ].map((words) => [user, words] as const),
  ),
)('%s may not: %j', async (user, words) => {
  await expect(send(user, ...words)).rejects.toThrow(/NOPERM/u);
});

test.each(['{s:y}:identity', '{r:2}:rights'])('the gateway reads what the API keeps: %s', async (key) => {
  await send('api', 'SET', key, 'record');
  expect(await send('gateway', 'GET', key)).toBe('record');
});
