import { expect, test } from 'vitest';
import { deleteInParallel, type DeletionProgress } from './deletion.ts';

test('each item has its outcome, and what is left can be tried again', async () => {
  const seen: DeletionProgress<string>[] = [];
  const left = await deleteInParallel(['a', 'b', 'c'], {
    remove: async (item) => {
      if (item === 'b') throw new Error('in use');
    },
    textOf: (error) => (error as Error).message,
    onProgress: (deletion) => seen.push(deletion),
  });
  expect(left).toEqual(['b']);
  expect(seen[0]).toEqual({ total: 3, outcomes: [] });
  expect(new Set(seen.at(-1)?.outcomes)).toEqual(
    new Set([
      { item: 'a', problem: null },
      { item: 'b', problem: 'in use' },
      { item: 'c', problem: null },
    ]),
  );
});
