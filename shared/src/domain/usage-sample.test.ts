import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageColumns } from '../contract/names.ts';
import { UsageSample } from '../contract/usage.ts';
import { normalizeSample } from './usage-sample.ts';

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
      const bounded = normalizeSample(UsageSample.parse(given));
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

const blank = Object.fromEntries(usageColumns.map((column) => [column, null]));
const boundedOf = (given: object) => normalizeSample(UsageSample.parse({ ...blank, at: 1, ...given }));

test.each([-18, 0, -40, 99.9, 105])('%d °C is a temperature', (value) => {
  expect(boundedOf({ cpu_temp: value, hdd_temp: value })).toMatchObject({ cpu_temp: value, hdd_temp: value });
});

test.each([4_294_967.295, 4_294_967_295, 65_261, 10_000, 255, 127.9, 127, -128, -127.9, -273.15])(
  '%d is what a broken sensor answers, and no temperature',
  (value) => {
    expect(boundedOf({ cpu_temp: value, hdd_temp: value })).toMatchObject({ cpu_temp: null, hdd_temp: null });
  },
);

test.each([
  [{ fan_speed: 0 }, { fan_speed: 0 }],
  [{ fan_speed: 65_535 }, { fan_speed: null }],
  [{ fan_speed: -1 }, { fan_speed: null }],
  [{ cpu_usage: 3_200 }, { cpu_usage: null }],
  [{ cpu_usage: 100.004 }, { cpu_usage: 100 }],
  [{ cpu_usage: -0.4 }, { cpu_usage: 0 }],
  [{ hdd_usage: -50 }, { hdd_usage: null }],
  [
    { memory_usage: 100, memory_uses: 17_000, memory_capacity: 16_000 },
    { memory_usage: null, memory_uses: null, memory_capacity: 16_000 },
  ],
  [
    { hdd_usage: 50, hdd_uses: 5, hdd_capacity: 10 },
    { hdd_usage: 50, hdd_uses: 5, hdd_capacity: 10 },
  ],
])('%j is stored as %j', (given, stored) => {
  expect(boundedOf(given)).toMatchObject(stored);
});

test('measures are rounded, and cut off where they are hardly beyond what is possible', () => {
  const zero = Object.fromEntries(usageColumns.map((column) => [column, null]));
  const given = UsageSample.parse({ ...zero, at: 1, cpu_usage: 100.4, memory_usage: 45.678, hdd_usage: 1e-300 });
  expect(normalizeSample(given)).toEqual({ ...zero, at: 1, cpu_usage: 100, memory_usage: 45.68, hdd_usage: 0 });
});
