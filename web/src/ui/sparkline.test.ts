import { expect, test } from 'vitest';
import { sparklinePathData } from './sparkline.tsx';

test('values that change fill the height, from left to right', () => {
  expect(sparklinePathData([0, 10, 5])).toBe('M2 18h0L36 2L70 10');
});

test('what is not known is a gap, and a value between two gaps a dot', () => {
  expect(sparklinePathData([null, 4, null, 4, 4])).toBe('M19 10h0M53 10h0L70 10');
  expect(sparklinePathData([null, null])).toBe('');
});

test('one of many is a small step', () => {
  const [, up = 0, down = 0] = /M2 ([\d.]+)h0L70 ([\d.]+)/u.exec(sparklinePathData([100, 99]))?.map(Number) ?? [];
  expect(Math.abs(up - down)).toBeLessThan(2);
});
