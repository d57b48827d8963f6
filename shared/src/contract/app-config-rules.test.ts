import { expect, test } from 'vitest';
import { minFrameInterval } from './app-config-rules.ts';

test('a configured interval limits frames when it is longer than the default', () => {
  expect([0.2, 5, 5.5, 3_600].map(minFrameInterval)).toEqual([0, 0, 5_500, 3_600_000]);
});
