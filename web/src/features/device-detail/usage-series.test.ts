import { usageHistoryColumns } from '@vigil/shared/contract/names';
import { expect, test } from 'vitest';
import { timeBoundsOf, pointAt, pointsOf, ticksOf, type UsageRange } from './usage-series.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const start = Date.parse('2026-03-01T00:00:00Z');

const row = (at: number, values: Partial<Record<(typeof usageHistoryColumns)[number], number>> = {}) =>
  usageHistoryColumns.map((name) => (name === 'at' ? at : (values[name] ?? null)));
const history = (...rows: (number | null)[][]) => ({ columns: usageHistoryColumns, rows });

test('a line is interrupted where periods are missing, and only there', () => {
  const minutes = [0, 1, 2, 5, 6, 60].map((minute) => row(start + minute * MINUTE, { cpu_usage_avg: minute }));
  const points = pointsOf(history(...minutes), 'cpu', 'hour');
  expect(points.map(({ at, average }) => [(at - start) / MINUTE, average])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, null],
    [5, 5],
    [6, 6],
    [7, null],
    [60, 60],
  ]);
});

test('what was not measured is no zero, and disk usage is shown in percent', () => {
  const one = row(start, { hdd_usage_min: 1000, hdd_usage_avg: 1234, hdd_usage_max: 5000 });
  expect(pointsOf(history(one), 'disk', 'week')).toEqual([{ at: start, least: 10, average: 12.34, most: 50 }]);
  expect(pointsOf(history(one), 'cpu', 'week')).toEqual([{ at: start, least: null, average: null, most: null }]);
  expect(pointsOf(history(), 'cpu', 'week')).toEqual([]);
});

test('a moment belongs to the period that it is in, and to none in a gap', () => {
  const points = pointsOf(
    history(row(start, { cpu_usage_avg: 1 }), row(start + 5 * MINUTE, { cpu_usage_avg: 2 })),
    'cpu',
    'hour',
  );
  const at = (seconds: number) => pointAt(points, start + seconds * 1_000, 'hour')?.average;
  expect([-1, 0, 59, 60, 299, 300, 359, 360].map(at)).toEqual([undefined, 1, 1, undefined, undefined, 2, 2, undefined]);
});

test('a range ends with the minute that runs', () => {
  expect(timeBoundsOf('hour', start + 1)).toEqual({ from: start + MINUTE - HOUR, to: start + MINUTE });
  expect(timeBoundsOf('week', start)).toEqual({ from: start - 7 * 24 * HOUR, to: start });
});

test.each([
  ['hour', 'Asia/Seoul', ['23:15', '23:30', '23:45', '00:00', '00:15']],
  ['day', 'Asia/Kolkata', ['06:00', '12:00', '18:00', '00:00']],
  ['day', 'Asia/Kathmandu', ['06:00', '12:00', '18:00', '00:00']],
  // The night in which the clocks are put forward has 23 hours.
  ['week', 'Europe/Paris', Array.from({ length: 7 }, () => '00:00')],
] satisfies [UsageRange, string, string[]][])(
  'the axis of a %s in %s is labelled at round times',
  (range, zone, times) => {
    const to = { hour: '2026-03-01T15:15:00Z', day: '2026-02-28T23:00:00Z', week: '2026-03-31T10:00:00Z' }[range];
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    const ticks = ticksOf(timeBoundsOf(range, Date.parse(to)), range, zone);
    expect(ticks.map((at) => clock.format(at))).toEqual(times);
  },
);
