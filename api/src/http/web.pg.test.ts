import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const PAGE = '<!doctype html><title>Vigil</title>';
let api: TestApi;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigil-web-'));
  await writeFile(path.join(folder, 'index.html'), PAGE);
  api = await startTestApi({ WEB_DIR: folder });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  ['a page, by a browser', '/en/device/all', html, 200],
  ['a page whose address ends like a file', '/en/access/retypepassword/kim@vigil.test', html, 200],
  ['a page, by a monitor', '/en/?probe=1', { accept: '*/*' }, 200],
  ['a page, by who does not say what they take', '/ko/', {}, 200],
  ['a chunk that is gone', '/assets/gone-1234.js', { accept: '*/*' }, 404],
  ['a page, by who takes JSON', '/en/', { accept: 'application/json' }, 404],
  ['what the API does not have', '/lmm/api/v1.0/nothing', html, 404],
] as const)('%s', async (_, url, headers, status) => {
  const reply = await api.app.inject({ url, headers });
  expect(reply.statusCode).toBe(status);
  if (status === 200) expect(reply.body).toBe(PAGE);
  else expect(reply.json()).toMatchObject({ error: { code: 'not_found' } });
  const head = await api.app.inject({ url, headers, method: 'HEAD' });
  expect(head.statusCode).toBe(status);
});
