import { expect, test } from 'vitest';
import { usualRankingRange } from './ranking-range.ts';

test.each([
  ['2026-11-21', '2026-10-30'],
  ['2026-03-01', '2026-02-27'],
  ['2028-03-31', '2028-02-28'],
  ['2026-01-05', '2025-12-30'],
])('on %s the usual range begins on %s', (today, from) => {
  expect(usualRankingRange(today)).toEqual({ from, to: today });
});
