import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listDownloadableFiles } from '@vigil/shared/contract/http/downloads';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember } from '../../testing/world.ts';

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
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
});
test.beforeEach(() => rm(path.join(folder, 'made'), { recursive: true, force: true }));

/** Makes the files and their list, as `npm run pack:agents` does. */
async function pack(): Promise<void> {
  await mkdir(path.join(folder, 'made'));
  for (const { file_name } of files) await writeFile(path.join(folder, 'made', file_name), bytes);
  const list = { files, preparing: [{ dev_os_id: 2, arch: 'x64' }] };
  await writeFile(path.join(folder, 'made', 'downloads.json'), JSON.stringify(list));
}

const get = (url: string) => api.app.inject({ url });

test('before the first packing the list is empty', async () => {
  expect((await api.call(token, listDownloadableFiles)).objects).toEqual([]);
  expect((await get('/downloads/agent.zip')).statusCode).toBe(404);
});

test('packed files are listed with their size and checksum, and served unchanged', async () => {
  await pack();
  const { objects, meta } = await api.call(token, listDownloadableFiles);
  expect(meta.preparing).toEqual([{ dev_os_id: 2, arch: 'x64' }]);
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
    await pack();
    const reply = await get(`/downloads/${file}`);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.body).not.toBe('secret');
  },
);

test('files of the operator are listed with their names and sizes, and saved, not shown', async () => {
  await pack();
  const extra = path.join(folder, 'made', 'extra');
  await mkdir(path.join(extra, 'folder'), { recursive: true });
  for (const name of [
    'manager 2.1.exe',
    'system-checker.exe',
    '안드로이드.apk',
    'page.html',
    "user's (1)*!.txt",
    '.hidden',
  ])
    await writeFile(path.join(extra, name), bytes);
  await symlink(path.join(folder, 'secret.txt'), path.join(extra, 'link.txt'));
  const list = async () =>
    (await api.call(token, listDownloadableFiles)).objects.filter(({ kind }) => kind === 'extra');
  const objects = await list();
  expect(objects.map(({ file_name }) => file_name)).toEqual([
    'manager 2.1.exe',
    'page.html',
    'system-checker.exe',
    "user's (1)*!.txt",
    '안드로이드.apk',
  ]);
  expect(objects[0]).toEqual({
    id: 'extra-manager 2.1.exe',
    kind: 'extra',
    dev_os_id: 0,
    arch: null,
    needs_node: null,
    lang: null,
    file_name: 'manager 2.1.exe',
    ...common,
    url: '/downloads/extra/manager%202.1.exe',
  });
  for (const { url } of objects) {
    const reply = await get(url);
    expect(reply.rawPayload).toEqual(bytes);
    expect(reply.headers['content-type']).toBe('application/octet-stream');
    // Of the signs that `encodeURIComponent` leaves, a value of RFC 8187 may have none of these.
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[^'()*]+$/u);
  }
  for (const name of ['.hidden', 'link.txt', 'folder', '..%2F..%2Fsecret.txt', '..%2Fagent.zip'])
    expect((await get(`/downloads/extra/${name}`)).statusCode).toBe(404);

  // A file that is replaced has another checksum.
  await writeFile(path.join(extra, 'manager 2.1.exe'), 'another');
  const [replaced] = await list();
  expect(replaced).toMatchObject({ size: 7, sha256: createHash('sha256').update('another').digest('hex') });
});

test('an installation of its own leaves out the system checker, agents for Android and the manual of the console', async () => {
  const names = ['android-agent-1.apk', 'android-agent-2.apk', 'android-manager.apk', 'system-checker.exe'];
  const extra = path.join(folder, 'standalone', 'extra');
  await mkdir(extra, { recursive: true });
  for (const name of [...names, 'web-manager-manual.pdf']) await writeFile(path.join(extra, name), bytes);
  await using standalone = await startTestApi({ STANDALONE: '1', DOWNLOADS_DIR: path.dirname(extra) });
  const { token: reader } = await addMember(standalone, await addCompany(standalone));
  const { objects } = await standalone.call(reader, listDownloadableFiles);
  expect(objects.map(({ file_name }) => file_name)).toEqual(['android-manager.apk']);
  expect((await standalone.app.inject({ url: '/downloads/extra/system-checker.exe' })).statusCode).toBe(404);
});
