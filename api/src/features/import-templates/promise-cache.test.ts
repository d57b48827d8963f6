import { expect, test } from 'vitest';
import { createPromiseCache } from './promise-cache.ts';

test('a result is made once, and again after a failure', async () => {
  const get = createPromiseCache<string>();
  let runs = 0;
  const make = async () => {
    runs += 1;
    if (runs === 1) throw new Error('no memory');
    return `run ${runs}`;
  };
  const first = await Promise.allSettled([get('users', make), get('users', make)]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([get('users', make), get('users', make)])).toEqual(['run 2', 'run 2']);
  expect(await get('groups', make)).toBe('run 3');
});
