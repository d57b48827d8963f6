import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDownloads } from '@vigil/shared/contract/http/downloads';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember } from '../../testing/world.ts';

let api: TestApi;
let token: string;
let folder: string;

const bytes = Buffer.from('not really a zip');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const common = { size: bytes.byteLength, sha256 };
const files = [
  { id: 'agent-windows', kind: 'agent', dev_os_id: 1, lang: null, file_name: 'agent.zip', ...common },
  { id: 'manual-agent-ko', kind: 'document', dev_os_id: 0, lang: 'ko', file_name: 'agent.ko.html', ...common },
];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigil-downloads-'));
  api = await startTestApi({ DOWNLOADS_DIR: path.join(folder, 'made') });
  ({ token } = await addMember(api, await addCompany(api)));
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const get = (url: string) => api.app.inject({ url });

test('while nothing was made there is nothing to download', async () => {
  expect((await api.call(token, listDownloads)).objects).toEqual([]);
  expect((await get('/downloads/agent.zip')).statusCode).toBe(404);
});

test('what was made since is listed with its size and sum, and is what it says', async () => {
  await mkdir(path.join(folder, 'made'));
  for (const { file_name } of files) await writeFile(path.join(folder, 'made', file_name), bytes);
  await writeFile(path.join(folder, 'made', 'downloads.json'), JSON.stringify({ files }));
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const { objects } = await api.call(token, listDownloads);
  expect(objects).toEqual(files.map((file) => ({ ...file, url: `/downloads/${file.file_name}` })));
  const agent = await get(objects[0]?.url ?? '');
  expect(agent.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="agent.zip"',
  });
  expect(createHash('sha256').update(agent.rawPayload).digest('hex')).toBe(sha256);
  expect((await get(objects[1]?.url ?? '')).headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each(['../secret.txt', '..%2Fsecret.txt', '%2e%2e%2fsecret.txt', '..%5csecret.txt', 'downloads.json', '', '.'])(
  'what is not on the list is not handed out: %j',
  async (file) => {
    const reply = await get(`/downloads/${file}`);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.body).not.toBe('secret');
  },
);
