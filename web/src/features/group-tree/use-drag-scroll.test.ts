import { expect, test } from 'vitest';
import { scrollStep } from './use-drag-scroll.ts';

const view = { top: 100, bottom: 500 };

test.each([
  ['at the upper edge', 100, -20],
  ['above it', 40, -20],
  ['half-way into the upper area', 135, -10],
  ['in the middle', 300, 0],
  ['half-way into the lower area', 465, 10],
  ['at the lower edge', 500, 20],
])('a drag %s', (_, y, step) => {
  expect(scrollStep(y, view)).toBe(step);
});
