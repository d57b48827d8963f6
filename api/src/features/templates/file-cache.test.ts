import { expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

test('a file is written once, and again after it failed', async () => {
  const get = createFileCache<string>();
  let runs = 0;
  const write = async () => {
    runs += 1;
    if (runs === 1) throw new Error('no memory');
    return `run ${runs}`;
  };
  const first = await Promise.allSettled([get('users', write), get('users', write)]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([get('users', write), get('users', write)])).toEqual(['run 2', 'run 2']);
  expect(await get('groups', write)).toBe('run 3');
});
