import { expect } from 'vitest';
import { apiTest } from './testing/fixture.ts';
import type { TestApi } from './testing/test-api.ts';

const OPERATOR_TOKEN = 'operator-token-of-tests';
const test = apiTest({ OPERATOR_TOKEN });
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;

const internalPaths = [
  '/metrics',
  '/%6detrics',
  '/metric%73',
  '//metrics',
  '/./metrics',
  '/x/../metrics',
  '/METRICS',
  '/metrics/',
  '/metrics?x=1',
  '/metrics;x',
  '/ops/queues',
  '/%6fps/queues',
  '/ops%2fqueues',
  '//ops/queues',
  '/ops/queues/api/queues',
];

test.each(internalPaths)('the public port does not serve %s in any spelling', async (url) => {
  const authorization = basic(OPERATOR_TOKEN);
  for (const headers of [{}, { authorization }, { authorization, connection: 'upgrade', upgrade: 'h2c' }]) {
    const reply = await api.app.inject({ url, headers });
    expect([reply.statusCode, reply.body.includes('process_cpu')]).toEqual([404, false]);
  }
});

test('the public port says whether it is ready, without details', async () => {
  expect((await api.app.inject('/healthz')).statusCode).toBe(200);
  expect((await api.app.inject('/readyz')).json()).toEqual({ ready: true });
});

test('the operator’s address serves metrics and the result of each check', async () => {
  expect((await api.operatorsApp.inject('/metrics')).body).toContain('process_cpu_seconds_total');
  expect((await api.operatorsApp.inject('/readyz')).json()).toEqual({
    ready: true,
    checks: { postgres: true, redis: true, migrations: true },
  });
});

test('the queue board needs the operator’s token', async () => {
  const open = (headers: Record<string, string>) => api.operatorsApp.inject({ url: '/ops/queues/', headers });
  expect((await open({})).statusCode).toBe(401);
  expect((await open({ authorization: basic('wrong') })).statusCode).toBe(401);
  expect((await open({ authorization: basic(OPERATOR_TOKEN) })).statusCode).toBe(200);
});
