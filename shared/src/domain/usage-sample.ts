import type { UsageField } from '../contract/names.ts';
import { isPossibleMeasure, usageBounds, type UsageBounds } from '../contract/usage-bounds.ts';
import type { UsageSample } from '../contract/usage.ts';

const fields = Object.entries(usageBounds) as [UsageField, UsageBounds][];

/** Rounds to two decimals, because a value such as 1e-300 fits no column of the database. Adding 0 turns -0 into 0. */
const toHundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** A sample as it is stored and published: what is impossible is unknown, and each measure has two decimals. */
export function normalizeSample(sample: UsageSample): UsageSample {
  const bounded = { ...sample };
  for (const [field, limits] of fields) {
    const value = sample[field];
    if (value === null) continue;
    const { least, most } = limits;
    bounded[field] = isPossibleMeasure(value, limits) ? toHundredth(Math.min(most, Math.max(least, value))) : null;
  }
  dropPartsBeyondWhole(bounded, 'memory');
  dropPartsBeyondWhole(bounded, 'hdd');
  return bounded;
}

/** More can be used than there is only by an error of the device, and then its percentage is one as well. */
function dropPartsBeyondWhole(sample: UsageSample, what: 'memory' | 'hdd'): void {
  const [uses, capacity] = [sample[`${what}_uses`], sample[`${what}_capacity`]];
  if (uses === null || capacity === null || uses <= capacity) return;
  sample[`${what}_uses`] = null;
  sample[`${what}_usage`] = null;
}
