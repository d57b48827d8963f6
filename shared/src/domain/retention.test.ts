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
  expect(retentionCutoff(period, new Date(at))).toEqual(new Date(start));
});

test('a longer period never begins later', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (at) => {
      const starts = statisticsRetentionPeriods.map((period) => retentionCutoff(period, at).getTime());
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
