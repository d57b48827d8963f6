import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { apiTest } from '../testing/fixture.ts';
import type { TestApi } from '../testing/test-api.ts';

const PAGE = '<!doctype html><title>Vigil</title>';
const JAPANESE_PAGE = '<!doctype html><html lang="ja"><title>Vigil</title>';
const FILES = ['favicon.svg', 'reload-blank-wall.js'];
const test = apiTest(async (folder) => {
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'index.ja.html'), JAPANESE_PAGE);
  for (const name of FILES) await writeFile(path.join(folder, name), '');
  return { WEB_DIR: folder };
});
let api: TestApi;

test.beforeAll(({ api: started }) => {
  api = started;
});

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  ['a page, by a browser', '/en/device/all', html, 200],
  ['a page whose address ends like a file', '/en/access/retypepassword/kim@vigil.test', html, 200],
  ['a page, by a monitor', '/en/?probe=1', { accept: '*/*' }, 200],
  ['a page, without an Accept header', '/ko/', {}, 200],
  ['a chunk that is gone', '/assets/gone-1234.js', { accept: '*/*' }, 404],
  ['a page, by a client that accepts JSON', '/en/', { accept: 'application/json' }, 404],
  ['an unknown path of the API', '/lmm/api/v1.0/nothing', html, 404],
] as const)('%s', async (_, url, headers, status) => {
  const reply = await api.app.inject({ url, headers });
  expect(reply.statusCode).toBe(status);
  if (status === 200) expect(reply.body).toBe(PAGE);
  else expect(reply.json()).toMatchObject({ error: { code: 'not_found' } });
  const head = await api.app.inject({ url, headers, method: 'HEAD' });
  expect(head.statusCode).toBe(status);
});

test.each([
  ['/ja', JAPANESE_PAGE],
  ['/ja/?x=1', JAPANESE_PAGE],
  ['/ja/device/all', JAPANESE_PAGE],
  // A build without a page of the language.
  ['/ko/device/all', PAGE],
  ['/japan', PAGE],
  ['/', PAGE],
])('%s is answered with the page of its language', async (address, page) => {
  const reply = await api.app.inject({ url: address, headers: html });
  expect(reply.body).toBe(page);
});

test.each([
  ['/favicon.svg', 'no-cache'],
  ['/reload-blank-wall.js', 'public, max-age=0, stale-while-revalidate=31536000'],
])('%s has the Cache-Control %s', async (url, value) => {
  const { statusCode, headers } = await api.app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe(value);
});
