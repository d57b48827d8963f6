import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const OPERATOR = 'operator-token-of-tests';
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
  return { MAIL_OUTBOX_DIR: folder, OPERATOR_TOKEN: OPERATOR, TRUST_PROXY: '127.0.0.1' };
});
test.beforeAll(({ api: started }) => {
  api = started;
});

const open = (headers: Record<string, string> = {}) => api.app.inject({ url: '/outbox', headers });

test('the user of the computer reads its mail, the newest first, with HTML escaped', async () => {
  const { statusCode, body } = await open();
  expect(statusCode).toBe(200);
  expect(body.indexOf('&lt;b&gt;Second')).toBeLessThan(body.indexOf('First'));
  expect(body).toContain('<a href="https://vigil.test/ko/reset-password?key=1&amp;x=&lt;script&gt;">');
  expect(body).not.toContain('<script>');
});

test('other computers need the operator’s token', async () => {
  const away = { 'x-forwarded-for': '203.0.113.5' };
  const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
  expect((await open(away)).statusCode).toBe(404);
  expect((await open({ host: 'elsewhere.test' })).statusCode).toBe(404);
  expect((await open({ ...away, authorization: basic('wrong') })).statusCode).toBe(404);
  expect((await open({ ...away, authorization: basic(OPERATOR) })).statusCode).toBe(200);
});

test('without a folder there is no such page', async () => {
  await using other = await startTestApi();
  expect((await other.app.inject('/outbox')).statusCode).toBe(404);
});
