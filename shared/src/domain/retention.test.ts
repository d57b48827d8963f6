import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statisticsRetentionPeriods } from '../contract/function-settings-rules.ts';
import { lastNightlyTime, nextNightlyTime, retentionCutoff } from './retention.ts';
import { timeZones } from './time-zones.ts';

const HOUR_MS = 3_600_000;

test.each([
  [1, '2026-05-31T03:00:00Z', '2026-05-01T03:00:00Z'],
  [2, '2026-05-31T03:00:00Z', '2026-04-01T03:00:00Z'],
  [3, '2026-05-31T03:00:00Z', '2026-03-02T03:00:00Z'],
  [6, '2026-08-31T03:00:00Z', '2026-02-28T03:00:00Z'],
  [6, '2026-05-31T03:00:00Z', '2025-11-30T03:00:00Z'],
  [12, '2028-02-29T03:00:00Z', '2027-02-28T03:00:00Z'],
  [36, '2026-05-31T03:00:00Z', '2023-05-31T03:00:00Z'],
] as const)('with period %i the history of %s begins at %s', (period, at, start) => {
  expect(retentionCutoff(period, new Date(at), 'UTC')).toEqual(new Date(start));
});

test.each([
  // The night of 31 August, and of 31 October, by the calendar of Seoul.
  [6, '2026-08-30T18:00:00Z', '2026-02-27T18:00:00Z', 'Asia/Seoul'],
  [6, '2026-10-30T18:00:00Z', '2026-04-29T18:00:00Z', 'Asia/Seoul'],
  [6, '2026-08-31T13:00:00Z', '2026-02-28T13:00:00Z', 'Pacific/Honolulu'],
  // Three in the morning on both sides of summer time.
  [6, '2026-08-15T01:00:00Z', '2026-02-15T02:00:00Z', 'Europe/Berlin'],
] as const)('with period %i the history of %s begins at %s in %s', (period, at, start, timeZone) => {
  expect(retentionCutoff(period, new Date(at), timeZone)).toEqual(new Date(start));
});

test('the calendar of every company keeps its months, up to the hour that summer time moves', () => {
  const nights = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(nights, fc.constantFrom(...timeZones), fc.constantFrom(6, 12, 36), (at, { name }, period) => {
      const dayOf = (moment: Date) => {
        const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: name })
          .format(moment)
          .split('-')
          .map(Number);
        return { months: year * 12 + month, day };
      };
      const [now, start] = [dayOf(at), dayOf(retentionCutoff(period, at, name))];
      expect(now.months - start.months).toBe(period);
      expect(start.day).toBeLessThanOrEqual(now.day);
    }),
  );
});

test('a longer period never begins later', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      const starts = statisticsRetentionPeriods.map((period) => retentionCutoff(period, at, 'Asia/Seoul').getTime());
      expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    }),
  );
});

test('the last night of every zone was at three in the morning, not more than a day ago', () => {
  const now = Date.UTC(2026, 5, 15, 12, 34, 56, 789);
  for (const { name } of timeZones) {
    const night = lastNightlyTime(now, name);
    const shown = new Intl.DateTimeFormat('en', { timeZone: name, timeStyle: 'medium', hourCycle: 'h23' }).format(
      night,
    );
    expect([name, shown]).toEqual([name, '03:00:00']);
    expect(now - night.getTime()).toBeGreaterThanOrEqual(0);
    expect(now - night.getTime()).toBeLessThan(24 * HOUR_MS);
    expect(nextNightlyTime(now, name).getTime()).toBeGreaterThan(now);
  }
});
