import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LICENCE_MONTHS } from '../contract/limits.ts';
import { lastDayOfLicence, licenceEnd } from './licence-periods.ts';
import { timeZones } from './time-zones.ts';

const dayIn = (at: number, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

test.each([
  ['2026-01-31T09:00:00Z', 1, 'Asia/Seoul', '2026-02-27T15:00:00.000Z', '2026-02-27'],
  ['2028-01-31T09:00:00Z', 1, 'Asia/Seoul', '2028-02-28T15:00:00.000Z', '2028-02-28'],
  ['2028-02-29T00:00:00Z', 12, 'UTC', '2029-02-28T00:00:00.000Z', '2029-02-27'],
  ['2026-03-15T23:30:00Z', 12, 'Asia/Seoul', '2027-03-15T15:00:00.000Z', '2027-03-15'],
  ['2026-11-30T12:00:00Z', 3, 'Europe/Paris', '2027-02-27T23:00:00.000Z', '2027-02-27'],
  ['2026-12-31T12:00:00Z', 36, 'UTC', '2029-12-31T00:00:00.000Z', '2029-12-30'],
])('a licence from %s of %i months ends in %s at %s, its last day is %s', (start, months, zone, end, last) => {
  const at = licenceEnd(new Date(start), months, zone);
  expect([at.toISOString(), lastDayOfLicence(at, zone)]).toEqual([end, last]);
});

const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

test('in every zone, a licence ends at the beginning of a day, that many months after its first day, which the day before precedes', () => {
  fc.assert(
    fc.property(
      start,
      fc.integer({ min: 1, max: MAX_LICENCE_MONTHS }),
      fc.constantFrom(...timeZones.map(({ name }) => name)),
      (from, months, zone) => {
        const end = licenceEnd(from, months, zone).getTime();
        const [year = 0, month = 0, day = 0] = dayIn(from.getTime(), zone).split('-').map(Number);
        const first = new Date(Date.UTC(year, month - 1 + months, 1));
        const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
        first.setUTCDate(Math.min(day, length));
        expect(dayIn(end, zone)).toBe(first.toISOString().slice(0, 10));
        expect(dayIn(end - 1, zone)).not.toBe(dayIn(end, zone));
        expect(end).toBeGreaterThan(from.getTime());
      },
    ),
    { numRuns: 1_000 },
  );
});
