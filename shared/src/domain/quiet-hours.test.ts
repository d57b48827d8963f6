import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfQuietHours } from './end-of-quiet-hours.ts';
import { isInQuietHours } from './quiet-hours.ts';

const nights = { from: '22:00', to: '07:00', week_days: [1, 2, 3, 4, 5] };

/** 2026-11-27 is a Friday. */
test.each([
  ['2026-11-27 21:59', false],
  ['2026-11-27 22:00', true],
  ['2026-11-28 06:59', true],
  ['2026-11-28 07:00', false],
  ['2026-11-28 23:00', false],
  ['2026-11-30 03:00', false],
])('the nights after work days: %s is quiet: %s', (wall, is) => {
  expect(isInQuietHours(nights, wall)).toBe(is);
});

test('they end at the time of the zone, also in the night in which summer time begins', () => {
  const berlin = (text: string) => endOfQuietHours({ ...nights, week_days: [6] }, 'Europe/Berlin', Date.parse(text));
  expect(berlin('2027-03-27T22:30:00Z')).toBe(Date.parse('2027-03-28T05:00:00Z'));
  expect(berlin('2027-03-28T05:00:00Z')).toBeNull();
  expect(berlin('2027-03-26T22:30:00Z')).toBeNull();
});

const pad = (value: number) => String(value).padStart(2, '0');
const times = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);
const quietHours = fc
  .record({ from: times, to: times, week_days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }) })
  .filter(({ from, to }) => from !== to);

test('browser and server agree on whether it is quiet, in a zone without summer time', () => {
  const DAYS_MS = 20 * 86_400_000;
  fc.assert(
    fc.property(quietHours, fc.nat(DAYS_MS), (quiet, after) => {
      const now = Date.parse('2026-11-20T00:00:00Z') + after;
      const local = new TZDate(now, 'Asia/Seoul');
      const day = `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
      const wall = `${day} ${pad(local.getHours())}:${pad(local.getMinutes())}`;
      const end = endOfQuietHours(quiet, 'Asia/Seoul', now);
      expect(end !== null).toBe(isInQuietHours(quiet, wall));
      expect(end ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
    }),
  );
});
