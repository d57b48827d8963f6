import { parseEarliestMoment, parseRangeEnd } from '@vigil/shared/domain/moment';
import { timeZones } from '@vigil/shared/domain/time-zones';
import { expect, test } from 'vitest';
import { dayRangeServerQuery, isDay } from './day-range.ts';
import { createTimeFormat } from './time-format.ts';

/** Around the changes of summer time, of which those of Cairo and Santiago are at midnight. */
const days = ['2026-03', '2026-04', '2026-09', '2026-10', '2026-11'].flatMap((month) =>
  Array.from({ length: 30 }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`),
);

test('a day begins and ends as the server reads it, in all time zones', () => {
  const differences: string[] = [];
  for (const { id, name } of timeZones) {
    const { wall } = createTimeFormat({ time_zone_id: id, date_fmt_id: 0 }, 'en');
    for (const day of days) {
      const { start_date, end_date } = dayRangeServerQuery({ from: day, to: day }, wall);
      const asked = [start_date, end_date].join();
      const read = [parseEarliestMoment(day, id), parseRangeEnd(day, id)].map((at) => at?.toISOString()).join();
      if (asked !== read) differences.push(`${name} ${day}: ${asked} for ${read}`);
    }
  }
  expect(differences).toEqual([]);
});

test('an address names days of the calendar only', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '', 'today'].some(isDay)).toBe(false);
});
