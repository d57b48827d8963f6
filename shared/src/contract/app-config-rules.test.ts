import { expect, test } from 'vitest';
import { frameIntervalLimitMs } from './app-config-rules.ts';

test('a configured interval limits frames when it is longer than the default', () => {
  expect([0.2, 5, 5.5, 3_600].map(frameIntervalLimitMs)).toEqual([0, 0, 5_500, 3_600_000]);
});
