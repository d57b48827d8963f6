import { expect, test } from 'vitest';
import { DEFAULT_TIME_ZONE_ID, TIME_ZONE_COUNT } from '../contract/user-defaults.ts';
import { timeZoneOf, timeZones } from './time-zones.ts';

/** The platform's offset of a time zone at a moment, in minutes east of Greenwich. */
function offsetAt(zone: string, at: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(at),
  );
  const text = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/u.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

test('there are 42 time zones in the order of their offsets, and number 32 is Seoul', () => {
  expect(timeZones.map((zone) => zone.id)).toEqual(Array.from({ length: TIME_ZONE_COUNT }, (_, index) => index + 1));
  expect(timeZones.map((zone) => zone.offset)).toEqual(timeZones.map((zone) => zone.offset).toSorted((a, b) => a - b));
  expect(new Set(timeZones.map((zone) => zone.name)).size).toBe(42);
  expect(timeZoneOf(DEFAULT_TIME_ZONE_ID)).toEqual({ id: 32, name: 'Asia/Seoul', offset: 540 });
  expect(timeZoneOf(99).name).toBe('Asia/Seoul');
});

test.each(timeZones.map(({ name, offset }) => [name, offset] as const))(
  '%s has the offset of the table',
  (name, offset) => {
    // Summer time adds to the offset, so that the smaller one is the standard time in both hemispheres.
    expect(Math.min(offsetAt(name, '2026-01-15T12:00:00Z'), offsetAt(name, '2026-07-15T12:00:00Z'))).toBe(offset);
  },
);
