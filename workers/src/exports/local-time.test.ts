import { expect, test } from 'vitest';
import { createLocalTimeConverter } from './local-time.ts';

test.each([
  ['Asia/Seoul', '2026-01-01T12:00:00Z'],
  ['Asia/Kolkata', '2026-01-01T08:30:00Z'],
  ['America/New_York', '2025-12-31T22:00:00Z'],
])('the wall clock of %s', (zone, shown) => {
  expect(createLocalTimeConverter(zone)(new Date('2026-01-01T03:00:00Z'))).toEqual(new Date(shown));
  expect(createLocalTimeConverter(zone)(null)).toBeNull();
});
