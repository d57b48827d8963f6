import { signIn } from '@vigil/shared/contract/http/sign-in';
import { problems } from '@vigil/shared/contract/problems';
import postgres from 'postgres';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { addressOf, type TestApi } from '../testing/test-api.ts';
import { addMember, PASSWORD } from '../testing/world.ts';

const test = apiTest();
let api: TestApi;
let mail: string;
test.beforeAll(async ({ api: started, company }) => {
  api = started;
  mail = (await addMember(api, company)).id;
});

const isReady = async () => (await api.operatorsApp.inject('/readyz')).json<{ checks: object }>().checks;
const enter = (language: string) =>
  api.app.inject({
    method: 'POST',
    url: addressOf(signIn),
    headers: { 'accept-language': language },
    payload: { type: '1STEP', mail, pw: PASSWORD },
  });

test('while Redis is full a sign-in says so, and the API is not ready', async () => {
  expect(await isReady()).toMatchObject({ redis: true });
  await api.redis.ask('CONFIG', 'SET', 'maxmemory', '1');
  expect(await isReady()).toMatchObject({ redis: false, postgres: true });
  for (const language of ['en', 'ko', 'ja'] as const) {
    const reply = await enter(language);
    expect([reply.statusCode, reply.json<unknown>()]).toMatchObject([
      503,
      { error: { code: 'store_full', message: problems.store_full[language] } },
    ]);
  }
  await api.redis.ask('CONFIG', 'SET', 'maxmemory', '0');
  expect((await enter('en')).statusCode).toBe(200);
});

test('while Redis is a replica, which takes no writes, a sign-in is unavailable, and the API is not ready', async () => {
  await api.redis.ask('REPLICAOF', '127.0.0.1', '1');
  await api.redis.ask('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
  expect(await isReady()).toMatchObject({ redis: false });
  const reply = await enter('en');
  expect([reply.statusCode, reply.json<unknown>()]).toMatchObject([
    503,
    { error: { code: 'unavailable', detail: 'redis' } },
  ]);
  await api.redis.ask('REPLICAOF', 'NO', 'ONE');
});

test('an API on an older schema is not ready, and one on a newer schema is', async () => {
  await using owner = { sql: postgres(api.database.url), [Symbol.asyncDispose]: () => owner.sql.end() };
  const change = (by: number) => owner.sql`
    update drizzle.__drizzle_migrations set created_at = created_at + ${by}
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
  expect(await isReady()).toMatchObject({ migrations: true });
  await change(-1);
  expect(await isReady()).toMatchObject({ migrations: false });
  await change(2);
  expect(await isReady()).toMatchObject({ migrations: true });
});
