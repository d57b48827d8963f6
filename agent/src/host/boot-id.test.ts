import { expect, test } from 'vitest';
import { hashBootTime } from './boot-id.ts';

test('a boot id that follows from the boot time bears a small error of the clock, and differs for another boot', () => {
  const bootedAt = Date.UTC(2026, 0, 1);
  expect(hashBootTime(bootedAt + 2_000)).toBe(hashBootTime(bootedAt - 2_000));
  expect(hashBootTime(bootedAt + 60_000)).not.toBe(hashBootTime(bootedAt));
});
