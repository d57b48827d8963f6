import { expect, test } from 'vitest';
import { hoursOfDay } from './hours-of-day.ts';

test.each([
  ['Europe/Berlin', '2026-03-29T00:30:00Z', [1]],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', [2, 3]],
  ['Europe/Berlin', '2026-03-29T01:59:59Z', [2, 3]],
  ['Europe/Berlin', '2026-03-29T02:00:00Z', [4]],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', [2]],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', [2]],
  ['America/Asuncion', '2023-10-01T04:30:00Z', [0, 1]],
  ['Australia/Lord_Howe', '2026-10-03T15:45:00Z', [2]],
  ['Asia/Seoul', '2026-03-29T15:00:00Z', [0]],
  ['nowhere', '2026-03-29T01:30:00Z', [1]],
])('in %s at %s the hours are %j', (zone, at, hours) => {
  expect(hoursOfDay(zone, new Date(at))).toEqual(hours);
});
