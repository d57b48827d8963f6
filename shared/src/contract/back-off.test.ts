import { expect, test } from 'vitest';
import { backOffDelay } from './back-off.ts';

const delays = (backOff: Parameters<typeof backOffDelay>[0], random = () => 1) =>
  [1, 2, 3, 4, 5].map((failures) => backOffDelay(backOff, failures, random));

test('each delay is twice the previous one, up to the limit', () => {
  expect(delays({ firstMs: 100, maxMs: 1_000 })).toEqual([100, 200, 400, 800, 1_000]);
});

test('the factor is configurable; 1 gives equal delays', () => {
  expect(delays({ firstMs: 100, maxMs: 5_000, factor: 3 })).toEqual([100, 300, 900, 2_700, 5_000]);
  expect(delays({ firstMs: 100, maxMs: 1_000, factor: 1 })).toEqual([100, 100, 100, 100, 100]);
});

test('jitter reduces each delay by a random share and never increases it', () => {
  const backOff = { firstMs: 100, maxMs: 1_000, jitter: 0.5 };
  expect(delays(backOff, () => 0)).toEqual([50, 100, 200, 400, 500]);
  expect(delays(backOff, () => 0.5)).toEqual([75, 150, 300, 600, 750]);
  expect(delays(backOff, () => 1)).toEqual([100, 200, 400, 800, 1_000]);
});

test('huge counts give the limit; 0 failures count as the first', () => {
  expect(backOffDelay({ firstMs: 100, maxMs: 1_000 }, 100_000)).toBe(1_000);
  expect(backOffDelay({ firstMs: 100, maxMs: 1_000 }, 0)).toBe(100);
});
