import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageColumns } from '../contract/names.ts';
import { UsageSample } from '../contract/usage.ts';
import { clampAndRoundSample } from './usage-sample.ts';

const measure = fc.option(
  fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.constantFrom(1e-300, -1e-300, 5e-324, -0)),
);
const samples = fc.record({
  at: fc.constant(1),
  ...Object.fromEntries(usageColumns.map((column) => [column, measure])),
});

test('every measure of a bounded sample fits a column of the type real, and keeps two decimals', () => {
  fc.assert(
    fc.property(samples, (given) => {
      const bounded = clampAndRoundSample(UsageSample.parse(given));
      for (const column of usageColumns) {
        const value = bounded[column];
        if (value === null) continue;
        expect(Object.is(value, -0)).toBe(false);
        expect(value === 0 || (Math.abs(value) >= 0.01 && Math.abs(value) <= 1e12)).toBe(true);
      }
    }),
    { seed: 20_261_122 },
  );
});

test('measures are rounded, and cut off at what a device can measure', () => {
  const zero = Object.fromEntries(usageColumns.map((column) => [column, null]));
  const given = UsageSample.parse({ ...zero, at: 1, cpu_usage: 100.4, memory_usage: 45.678, hdd_usage: 1e-300 });
  expect(clampAndRoundSample(given)).toEqual({ ...zero, at: 1, cpu_usage: 100, memory_usage: 45.68, hdd_usage: 0 });
});
