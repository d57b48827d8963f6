import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createFallbackReader } from './async-cache.ts';
import { dataFolders, noDiskUsage, readSystemDiskUsage } from './memory-and-disk.ts';

test.runIf(process.platform === 'linux')('a volume that is missing, or is no disk, gives way to the next', async () => {
  const here = await readSystemDiskUsage([tmpdir()]);
  const { blocks, bsize } = await statfs(tmpdir());
  expect(here.hdd_capacity).toBe(Math.round((blocks * bsize) / 1_048_576));
  // Pseudo file systems have no blocks.
  // Others write to the volume meanwhile.
  const { hdd_capacity } = await readSystemDiskUsage(['/no/such/folder', '/proc', tmpdir()]);
  expect(hdd_capacity).toBe(here.hdd_capacity);
  expect(await readSystemDiskUsage(['/no/such/folder', '/proc'])).toEqual(noDiskUsage);
});

test('the disk is the volume of what changes, before that of an image', () => {
  expect(dataFolders).toEqual({
    linux: ['/var', '/sysroot', '/'],
    darwin: ['/System/Volumes/Data', '/'],
    win32: [`${process.env['SystemDrive'] ?? 'C:'}\\`],
  });
});

test.runIf(process.platform === 'linux')('a volume that is mounted read-only gives way to the next', async () => {
  const asked: unknown[] = [];
  const refuse = (code: string) => async (folder: unknown) => {
    asked.push(folder);
    throw Object.assign(new Error(code), { code });
  };
  expect(await readSystemDiskUsage([tmpdir(), '/dev', '/'], refuse('EROFS'))).toEqual(noDiskUsage);
  // What lies in memory is no disk, and is not asked.
  expect(asked).toEqual([tmpdir(), '/']);
  // A user who may not write says nothing of the volume.
  expect((await readSystemDiskUsage([tmpdir()], refuse('EACCES'))).hdd_capacity).toBeGreaterThan(0);
});

test('a value that cannot be read is unknown, and one that hangs is not asked for again meanwhile', async () => {
  expect(await createFallbackReader(() => Promise.reject(new Error('EIO')), noDiskUsage)()).toEqual(noDiskUsage);
  let reads = 0;
  const hanging = Promise.withResolvers<string>();
  const read = createFallbackReader(() => ((reads += 1), hanging.promise), 'unknown', 1);
  expect(await Promise.all([read(), read()])).toEqual(['unknown', 'unknown']);
  expect(reads).toBe(1);
  hanging.resolve('known');
  await hanging.promise;
  expect(await read()).toBe('known');
});
