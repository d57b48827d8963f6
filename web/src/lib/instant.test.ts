import { timeZones } from '@vigil/shared/domain/time-zones';
import { expect, test } from 'vitest';
import { wallTimeToInstant } from './instant.ts';
import { createTimeFormat } from './time-format.ts';

const wallIn = (zone: string) => {
  const id = timeZones.find(({ name }) => name === zone)?.id ?? 0;
  return createTimeFormat({ time_zone_id: id, date_fmt_id: 0 }, 'en').wall;
};

test.each([
  ['Asia/Seoul', '2026-07-01', '09:30', '2026-07-01T00:30:00.000Z'],
  ['Asia/Seoul', '2026-01-01', '00:00', '2025-12-31T15:00:00.000Z'],
  ['Europe/London', '2026-07-01', '09:30', '2026-07-01T08:30:00.000Z'],
  ['Europe/London', '2026-03-29', '03:30', '2026-03-29T02:30:00.000Z'],
  ['Europe/Paris', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
  ['Atlantic/Azores', '2026-03-29', '00:00', '2026-03-29T01:00:00.000Z'],
  ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
])('in %s, %s %s is %s', (zone, date, time, instant) => {
  expect(wallTimeToInstant(wallIn(zone), date, time).toISOString()).toBe(instant);
});
