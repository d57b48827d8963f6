import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { listDownloads } from '@vigil/shared/contract/http/downloads';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addMember } from '../../testing/world.ts';

const test = apiTest((own) => ({ DOWNLOADS_DIR: path.join(own, 'made') }));
let api: TestApi;
let token: string;
let folder: string;

const bytes = Buffer.from('not really a zip');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const common = { size: bytes.byteLength, sha256 };
const files = [
  {
    id: 'agent-linux-arm64-deb',
    kind: 'agent',
    dev_os_id: 2,
    arch: 'arm64',
    needs_node: null,
    lang: null,
    file_name: 'agent.deb',
    ...common,
  },
  { id: 'agent-windows', kind: 'agent', dev_os_id: 1, lang: null, file_name: 'agent.zip', ...common },
  { id: 'manual-agent-ko', kind: 'document', dev_os_id: 0, lang: 'ko', file_name: 'agent.ko.html', ...common },
];

test.beforeAll(async ({ api: started, company, folder: own }) => {
  [api, folder] = [started, own];
  ({ token } = await addMember(api, company));
});

const get = (url: string) => api.app.inject({ url });

test('before the first packing the list is empty', async () => {
  expect((await api.call(token, listDownloads)).objects).toEqual([]);
  expect((await get('/downloads/agent.zip')).statusCode).toBe(404);
});

test('packed files are listed with their size and checksum, and served unchanged', async () => {
  await mkdir(path.join(folder, 'made'));
  for (const { file_name } of files) await writeFile(path.join(folder, 'made', file_name), bytes);
  await writeFile(path.join(folder, 'made', 'downloads.json'), JSON.stringify({ files }));
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const { objects } = await api.call(token, listDownloads);
  // Lists of earlier versions have no word about processors and Node.
  const url = (name: string) => ({ arch: null, needs_node: null, url: `/downloads/${name}` });
  expect(objects).toEqual(files.map((file) => ({ ...url(file.file_name), ...file })));
  expect((await get(objects[0]?.url ?? '')).headers['content-type']).toBe('application/octet-stream');
  const agent = await get(objects[1]?.url ?? '');
  expect(agent.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="agent.zip"',
  });
  expect(createHash('sha256').update(agent.rawPayload).digest('hex')).toBe(sha256);
  expect((await get(objects[2]?.url ?? '')).headers['content-type']).toBe('text/html; charset=utf-8');
});

test.each(['../secret.txt', '..%2Fsecret.txt', '%2e%2e%2fsecret.txt', '..%5csecret.txt', 'downloads.json', '', '.'])(
  'a file that is not on the list is not served: %j',
  async (file) => {
    const reply = await get(`/downloads/${file}`);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.body).not.toBe('secret');
  },
);
