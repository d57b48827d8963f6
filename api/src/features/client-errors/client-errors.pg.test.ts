import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { reportClientError } from '@vigil/shared/contract/http/client-errors';
import { createLog } from '@vigil/shared/platform/log';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { startTestApi } from '../../testing/test-api.ts';

const test = apiTest({ RATE_LIMIT_FACTOR: '1' });
const origin = { release: 'first-a1b2.js', route: '/:lang/device/:group' };
const error = { kind: 'error' as const, ...origin, message: 'x is not a function', stack: 'TypeError: x' };

async function startWithLog(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = createLog('api', 'info', { write: (line) => void lines.push(line) });
  return { api: await startTestApi(env, log), lines };
}

test('errors are logged and counted without queries, fragments and tokens', async () => {
  const { api, lines } = await startWithLog();
  await using _ = api;
  const body = {
    ...error,
    release: '/a.js?s3cret',
    route: '/en/access/auth?key=s3cret',
    message: 'failed: https://kim:s3cret@vigil.test/en?token=s3cret',
    stack: 'at f (https://vigil.test/a.js#s3cret:1:2)',
  };
  expect((await api.call(null, reportClientError, { body })).status).toBe(200);
  expect((await api.call(null, reportClientError, { body: { kind: 'sign_in', ...origin } })).status).toBe(200);
  const logged = lines.join('\n');
  expect(logged).toContain('failed: https://vigil.test/en"');
  expect(logged).toContain('at f (https://vigil.test/a.js:1:2)');
  expect(logged).not.toContain('s3cret');
  const metrics = await api.deps.metrics.render();
  for (const kind of ['error', 'sign_in'])
    expect(metrics).toMatch(new RegExp(`^vigil_client_errors_total\\{kind="${kind}".*\\} 1$`, 'mu'));
});

test('one address has a budget', async ({ api }) => {
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await api.call(null, reportClientError, { body: error })).status);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
});

test('a body above 4 KB is refused, whatever it has', async ({ api }) => {
  const body = { ...error, stack: 'x'.repeat(4_000), more: 'y'.repeat(1_000) };
  expect((await api.call(null, reportClientError, { body })).error?.code).toBe('too_large');
});

test('a collector gets each error, and one that fails changes no answer', async () => {
  const received: { url?: string; key?: string; event: unknown }[] = [];
  const collector = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const key = String(request.headers['x-sentry-auth']);
      received.push({ url: request.url ?? '', key, event: JSON.parse(body.split('\n')[2] ?? '') as unknown });
      response.writeHead(received.length === 1 ? 200 : 503).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const { api, lines } = await startWithLog({ ERROR_REPORT_DSN: `http://public@127.0.0.1:${port}/base/42` });
  const answers = [];
  for (const message of ['first', 'second /a?s3cret'])
    answers.push((await api.call(null, reportClientError, { body: { ...error, message } })).status);
  // Reports that are under way are finished first.
  await api[Symbol.asyncDispose]();
  collector.close();
  expect(answers).toEqual([200, 200]);
  expect(received[0]).toMatchObject({
    url: '/base/api/42/envelope/',
    key: expect.stringContaining('sentry_key=public') as string,
  });
  const events = received
    .map(({ event }) => event)
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).toContain('"second /a"');
  expect(events).toContainEqual(
    expect.objectContaining({ release: origin.release, transaction: origin.route, extra: { stack: error.stack } }),
  );
  expect(lines.join('\n')).toContain('answered 503');
});
