import { expect, test } from 'vitest';
import { bootIdFrom } from './boot-id.ts';

test('a boot id that follows from the boot time bears a small error of the clock, and differs for another boot', () => {
  const bootedAt = Date.UTC(2026, 0, 1);
  expect(bootIdFrom(bootedAt + 2_000)).toBe(bootIdFrom(bootedAt - 2_000));
  expect(bootIdFrom(bootedAt + 60_000)).not.toBe(bootIdFrom(bootedAt));
});
