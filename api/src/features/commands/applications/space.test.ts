import { Problem } from '@vigil/shared/contract/problems';
import { expect, test } from 'vitest';
import { assertDiskHasRoom } from './space.ts';

const GB = 1_073_741_824;

async function refusalOf(folder: string | undefined, readFree: () => Promise<number>): Promise<string | null> {
  const limits = { APPLICATION_TOTAL_MB: 1, APPLICATION_TRIAL_MB: 1, APPLICATION_ALL_COMPANIES_MB: 1 };
  try {
    await assertDiskHasRoom({ ...limits, DATABASE_DIR: folder }, readFree);
    return null;
  } catch (cause) {
    return cause instanceof Problem ? cause.code : 'another error';
  }
}

test('a disk that is almost full takes no more files', async () => {
  expect(await refusalOf('/data', async () => 1.9 * GB)).toBe('storage_full');
  expect(await refusalOf('/data', async () => 2.1 * GB)).toBe(null);
});

test('the disk of a database on another computer, and one that cannot be read, are not known', async () => {
  expect(await refusalOf(undefined, async () => 0)).toBe(null);
  expect(await refusalOf('/data', () => Promise.reject(new Error('no such folder')))).toBe(null);
});
