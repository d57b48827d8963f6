import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../../../../tests/support/scope.ts';
import { timeZones } from '../../domain/time-zones.ts';
import { chartPeriods, daysBefore, defaultDays } from './periods.ts';

const HOUR_MS = 3_600_000;

/** The day of a moment as the platform formats it. */
const dayFormats = new Map(
  timeZones.map(({ id, name }) => [id, new Intl.DateTimeFormat('en-CA', { timeZone: name })] as const),
);
const dayOf = (at: number, zone: number): string => dayFormats.get(zone)?.format(at) ?? '';

test.each(timeZones)(
  'days and months of $name are those that a calendar shows, whatever summer time does',
  ({ id }) => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2040, 0) }), (at) => {
        const day = dayOf(at, id);
        const [year = 0, month = 0] = day.split('-').map(Number);
        for (const [type, text] of [
          ['daily', day],
          ['monthly', day.slice(0, 7)],
        ] as const) {
          const { previous, periods, end } = chartPeriods({ type, year, month }, { timeZoneId: id, today: day });
          const bounds = [previous.from, previous.end, ...periods.map(({ from }) => from), end].map(Number);
          expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
          const found = periods.findLast(({ from }) => from.getTime() <= at);
          expect([at < end.getTime(), found?.start_date]).toEqual([true, text]);
          // The day after `today` is the first that does not compare, unless the month before has no such day.
          const lastBefore = dayOf(previous.end.getTime() - 1, id);
          expect(Number(lastBefore.slice(8))).toBeLessThanOrEqual(Number(day.slice(8)));
          expect(lastBefore < day).toBe(true);
        }
      }),
      { numRuns: runsOf({ usual: 15, all: 300 }) },
    );
  },
);

test.each(timeZones)('each day of a year of $name begins with its first moment', ({ id }) => {
  for (let month = 1; month <= 12; month += 1) {
    for (const { start_date, from } of chartPeriods(
      { type: 'daily', year: 2026, month },
      { timeZoneId: id, today: '2030-01-01' },
    ).periods)
      expect([dayOf(from.getTime(), id), dayOf(from.getTime() - 1, id) < start_date]).toEqual([start_date, true]);
  }
});

test('days have 23 to 25 hours, and there are as many as in the month', () => {
  const hours = (month: number, zone: number) => {
    const { periods, end } = chartPeriods(
      { type: 'daily', year: 2026, month },
      { timeZoneId: zone, today: '2030-01-01' },
    );
    const bounds = [...periods.map(({ from }) => from), end].map(Number);
    return bounds.slice(1).map((at, i) => (at - bounds[i]!) / HOUR_MS);
  };
  const [paris, kolkata] = [18, 26];
  expect([hours(3, paris).length, hours(3, paris)[28], hours(10, paris)[24]]).toEqual([31, 23, 25]);
  expect(new Set(hours(2, kolkata))).toEqual(new Set([24]));
  expect(hours(2, kolkata)).toHaveLength(28);
});

test.each([
  ['daily', 2026, 3, '2026-03-05', ['2026-02-01', '2026-02-05']],
  ['daily', 2026, 3, '2026-03-31', ['2026-02-01', '2026-02-28']],
  ['daily', 2026, 1, '2026-01-31', ['2025-12-01', '2025-12-31']],
  ['daily', 2026, 3, '2026-04-05', ['2026-02-01', '2026-02-28']],
  ['monthly', 2026, 1, '2026-01-05', ['2025-01-01', '2025-01-05']],
  ['monthly', 2024, 1, '2024-02-29', ['2023-01-01', '2023-02-28']],
  ['monthly', 2026, 1, '2026-12-31', ['2025-01-01', '2025-12-31']],
  ['monthly', 2025, 1, '2026-01-05', ['2024-01-01', '2024-12-31']],
] as const)('%s of %s, month %s, on %s compares with %s', (type, year, month, today, days) => {
  const seoul = 32;
  const { previous } = chartPeriods({ type, year, month }, { timeZoneId: seoul, today });
  expect([dayOf(previous.from.getTime(), seoul), dayOf(previous.end.getTime() - 1, seoul)]).toEqual(days);
});

test('the default range begins the day before the last day of the month before', () => {
  expect(defaultDays('2026-11-21')).toEqual({ start_date: '2026-10-30', end_date: '2026-11-21' });
  expect(defaultDays('2026-03-01')).toEqual({ start_date: '2026-02-27', end_date: '2026-03-01' });
  expect(defaultDays('2026-01-31')).toEqual({ start_date: '2025-12-30', end_date: '2026-01-31' });
});

test('the range before has as many days, and ends the day before', () => {
  const range = { from: new Date(0), to: new Date(0), start_date: '2026-03-01', end_date: '2026-03-10' };
  expect(daysBefore(range, 18)).toMatchObject({
    start_date: '2026-02-19',
    end_date: '2026-02-28',
    from: new Date('2026-02-18T23:00:00Z'),
    to: new Date('2026-02-28T22:59:59.999Z'),
  });
});
