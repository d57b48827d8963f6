import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('calls that arrive while a batch is at work are handled together, per key and in order', async () => {
  const batches: [string, readonly number[]][] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const double = createBatcher<string, number, number>(3, async (key, items) => {
    batches.push([key, items]);
    await gate;
    return items.map((item) => item * 2);
  });
  const calls = [1, 2, 3, 4, 5].map((item) => double('a', item));
  const other = double('b', 9);
  await turn();
  expect(batches).toEqual([
    ['a', [1]],
    ['b', [9]],
  ]);
  open();
  expect(await Promise.all([...calls, other])).toEqual([2, 4, 6, 8, 10, 18]);
  expect(batches.slice(2)).toEqual([
    ['a', [2, 3, 4]],
    ['a', [5]],
  ]);
  // A key that was idle starts at once again.
  expect(await double('a', 6)).toBe(12);
});

test('an error is that of its own call; a failed batch fails its calls and not later ones', async () => {
  let fails = true;
  const work = createBatcher<string, number, number>(10, async (_key, items) => {
    if (fails) throw new Error('store is away');
    return items.map((item) => (item < 0 ? new Error('negative') : item));
  });
  await expect(work('a', 1)).rejects.toThrow('store is away');
  fails = false;
  const [first, second] = await Promise.allSettled([work('a', -1), work('a', 2)]);
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('negative') });
  expect(second).toEqual({ status: 'fulfilled', value: 2 });
});
