import type { UsageField } from '../contract/names.ts';
import type { UsageSample } from '../contract/usage.ts';

/** The limits of what a device can measure, narrow enough for every column (`real`); a value beyond them is an error of a sensor. */
const bounds: { readonly [F in UsageField]: readonly [least: number, most: number] } = {
  cpu_usage: [0, 100],
  memory_usage: [0, 100],
  memory_capacity: [0, 1e12],
  memory_uses: [0, 1e12],
  hdd_usage: [0, 100],
  hdd_capacity: [0, 1e12],
  hdd_uses: [0, 1e12],
  cpu_temp: [-273.15, 10_000],
  hdd_temp: [-273.15, 10_000],
  fan_speed: [0, 1_000_000],
};
const fields = Object.entries(bounds) as [UsageField, readonly [number, number]][];

/** Rounds to two decimals, because a value such as 1e-300 fits no column of the database. Adding 0 turns -0 into 0. */
const toHundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** A sample as it is stored and published: each measure within its bounds, with two decimals. */
export function clampAndRoundSample(sample: UsageSample): UsageSample {
  const bounded = { ...sample };
  for (const [field, [least, most]] of fields) {
    const value = sample[field];
    if (value !== null) bounded[field] = toHundredth(Math.min(most, Math.max(least, value)));
  }
  return bounded;
}
