import { expect, test } from 'vitest';
import { sampleOf } from './scope.ts';

test('a sample has as many items as asked for, and a few turns have had all of them', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const turns = Array.from({ length: 5 }, (_, turn) => sampleOf(items, { turn, usual: 2 }));
  const size = process.env['TEST_SCOPE'] === 'all' ? items.length : 2;
  for (const sample of turns) expect(new Set(sample).size).toBe(size);
  expect(new Set(turns.slice(0, 3).flat())).toEqual(new Set(items));
  expect(sampleOf(['a'], { turn: 7, usual: 2 })).toEqual(['a']);
});
