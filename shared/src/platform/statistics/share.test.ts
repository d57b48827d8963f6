import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

test('shares of all parts add up to 100, but for what each is rounded by', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 31 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      const sum = counts.reduce((all, count) => all + shareOf(count, total), 0);
      expect(Math.abs(sum - (total === 0 ? 0 : 100))).toBeLessThanOrEqual(counts.length * 0.005 + 1e-9);
    }),
  );
});

test('a share has two decimals', () => {
  expect([shareOf(1, 3), shareOf(2, 3), shareOf(5, 5), shareOf(0, 0)]).toEqual([33.33, 66.67, 100, 0]);
});
