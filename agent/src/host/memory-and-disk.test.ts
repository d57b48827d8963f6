import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createFallbackReader } from './async-cache.ts';
import { noDiskUsage, readSystemDiskUsage } from './memory-and-disk.ts';

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
