import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackRelease } from '@vigil/agent/unpack';
import { gzipForPackage, createTar } from '@vigil/infra/downloads/archives';
import { expect, onTestFinished, test } from 'vitest';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-unpack-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function archiveOf(files: Parameters<typeof createTar>[0], cut = 0): Promise<string> {
  const file = join(temporaryFolder(), 'package.tar.gz');
  const tar = await createTar(files);
  writeFileSync(file, await gzipForPackage(tar.subarray(0, tar.length - cut)));
  return file;
}

test('a package is unpacked without its top folder, with what may be run', async () => {
  const large = Buffer.alloc(300_000, 7);
  const deep = `${'a-long-name/'.repeat(10)}file.js`;
  const archive = await archiveOf([
    { name: 'vigil-agent/node', content: large, executable: true },
    { name: `vigil-agent/${deep}`, content: 'text' },
    { name: 'vigil-agent/empty', content: '' },
  ]);
  const folder = join(temporaryFolder(), 'version');
  await unpackRelease(archive, folder);
  expect(readFileSync(join(folder, 'node')).equals(large)).toBe(true);
  expect(statSync(join(folder, 'node')).mode & 0o777).toBe(0o755);
  expect(readFileSync(join(folder, deep), 'utf8')).toBe('text');
  expect(statSync(join(folder, 'empty')).size).toBe(0);
});

test.each([
  ['a link', { name: 'vigil-agent/link', content: '', linkTo: '/etc/passwd' }],
  ['a name above the folder', { name: 'vigil-agent/../../evil', content: 'x' }],
  ['a name with a drive', { name: 'vigil-agent/C:evil', content: 'x' }],
])('[UPD-2] %s is no part of a package', async (_, entry) => {
  const folder = join(temporaryFolder(), 'version');
  await expect(unpackRelease(await archiveOf([entry]), folder)).rejects.toThrow('entry that no package has');
});

test('an archive that ends too early is refused', async () => {
  const archive = await archiveOf([{ name: 'vigil-agent/node', content: Buffer.alloc(5_000) }], 3_000);
  await expect(unpackRelease(archive, join(temporaryFolder(), 'version'))).rejects.toThrow('ends too early');
});
