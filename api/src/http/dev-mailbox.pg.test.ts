import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const KEY = 'mailbox-key-of-tests';
let api: TestApi;

const mail = (subject: string) =>
  JSON.stringify({
    to: 'kim@vigil.test',
    subject,
    text: 'Open: https://vigil.test/ko/reset-password?key=1&x=<script>',
    html: '',
    created_at: '2026-01-02T03:04:05.000Z',
  });

const test = apiTest(async (folder) => {
  await writeFile(path.join(folder, '1-1.json'), mail('First'));
  await writeFile(path.join(folder, '2-2.json'), mail('<b>Second</b>'));
  await writeFile(path.join(folder, '3-3.json.new'), '{');
  return { MAIL_OUTBOX_DIR: folder, MAIL_OUTBOX_KEY: KEY, TRUST_PROXY: '127.0.0.1' };
});
test.beforeAll(({ api: started }) => {
  api = started;
});

const open = (headers: Record<string, string> = {}, url = `/outbox?key=${KEY}`) =>
  api.operatorsApp.inject({ url, headers });

test('with the key the mails are shown, the newest first, with HTML escaped', async () => {
  const { statusCode, body, headers } = await open();
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(body.indexOf('&lt;b&gt;Second')).toBeLessThan(body.indexOf('First'));
  expect(body).toContain('<a href="https://vigil.test/ko/reset-password?key=1&amp;x=&lt;script&gt;">');
  expect(body).not.toContain('<script');
});

test.each(['/outbox', '/outbox?key=', '/outbox?key=wrong', `/outbox?key=${KEY}&key=${KEY}`])(
  'without the right key the page does not exist: %s',
  async (url) => {
    expect((await open({}, url)).statusCode).toBe(404);
  },
);

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-original-forwarded-for',
  'x-real-ip',
  'forwarded',
  'via',
  'cf-connecting-ip',
  'x-amzn-trace-id',
  'x-forwarded',
  'forwarded-for',
  'true-client-ip',
  'client-ip',
  'x-client-ip',
  'x-true-client-ip',
  'fastly-client-ip',
  'x-envoy-external-address',
  'x-original-host',
  'x-original-url',
  'x-rewrite-url',
  'x-proxyuser-ip',
  'x-amz-cf-id',
  'cloudfront-viewer-address',
  'x-cloud-trace-context',
  'x-akamai-edgescape',
  'akamai-origin-hop',
  'incap-client-ip',
  'do-connecting-ip',
  'ali-cdn-real-ip',
  'x-nf-client-connection-ip',
  'x-varnish',
  'proxy-connection',
])('a request that came through a proxy (%s) is refused even with the key', async (header) => {
  expect((await open({ [header]: '127.0.0.1' })).statusCode).toBe(404);
});

test('what browsers and tools send themselves is no sign of a proxy', async () => {
  const own = {
    'x-requested-with': 'fetch',
    'sec-fetch-site': 'none',
    'user-agent': 'via',
    'cache-control': 'no-cache',
  };
  expect((await open(own)).statusCode).toBe(200);
});

test('the public port has no such page', async () => {
  for (const url of [`/outbox?key=${KEY}`, `/%6futbox?key=${KEY}`]) {
    expect((await api.app.inject({ url })).statusCode).toBe(404);
  }
});

test('without a key or without a folder there is no such page', async () => {
  for (const env of [{ MAIL_OUTBOX_KEY: KEY }, { MAIL_OUTBOX_DIR: '.' }] as Record<string, string>[]) {
    await using other = await startTestApi(env);
    expect((await other.operatorsApp.inject(`/outbox?key=${KEY}`)).statusCode).toBe(404);
  }
});
