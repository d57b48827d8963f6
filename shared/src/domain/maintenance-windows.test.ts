import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  currentOccurrence,
  isQuiet,
  MAINTENANCE_GRACE_MS,
  nextOccurrence,
  occurrencesBetween,
  type MaintenanceSchedule,
} from './maintenance-windows.ts';
import { timeZones } from './time-zones.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const at = (text: string): number => Date.parse(text);

const once: MaintenanceSchedule = {
  start: at('2026-03-28T21:00:00Z'),
  end: at('2026-03-28T23:00:00Z'),
  weekDays: null,
  timeZone: 'Europe/Paris',
  endedAt: null,
  removedAt: null,
};
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const iso = (times: readonly { start: number; end: number }[]) =>
  times.map(({ start, end }) => [new Date(start).toISOString(), new Date(end).toISOString()]);

test('a single window is open from its start to before its end, and quiet for five minutes more', () => {
  expect(currentOccurrence(once, once.start - 1)).toBeNull();
  expect(currentOccurrence(once, once.start)).toEqual({ start: once.start, end: once.end });
  expect(currentOccurrence(once, once.end)).toBeNull();
  expect(nextOccurrence(once, once.start - 1)).toEqual({ start: once.start, end: once.end });
  expect(nextOccurrence(once, once.start)).toBeNull();
  expect(isQuiet(once, once.end + MAINTENANCE_GRACE_MS - 1)).toBe(true);
  expect(isQuiet(once, once.end + MAINTENANCE_GRACE_MS)).toBe(false);
});

test('a daily window keeps to the clock of the wall when summer time begins and ends', () => {
  // From 22:00 to 06:00 in Paris, where 28 March 2026 is followed by summer time.
  const daily = { ...once, end: at('2026-03-29T04:00:00Z'), weekDays: everyDay };
  expect(iso(occurrencesBetween(daily, at('2026-03-28T12:00:00Z'), at('2026-03-30T12:00:00Z')))).toEqual([
    ['2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z'],
    ['2026-03-29T20:00:00.000Z', '2026-03-30T04:00:00.000Z'],
  ]);
  expect(iso(occurrencesBetween(daily, at('2026-10-24T12:00:00Z'), at('2026-10-26T12:00:00Z')))).toEqual([
    ['2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'],
    ['2026-10-25T21:00:00.000Z', '2026-10-26T05:00:00.000Z'],
  ]);
});

test('a window in the hour that summer time skips is an hour later; of an hour that is repeated, the first counts', () => {
  const inGap = { ...once, start: at('2026-03-20T01:15:00Z'), end: at('2026-03-20T01:45:00Z'), weekDays: everyDay };
  expect(iso(occurrencesBetween(inGap, at('2026-03-29T00:00:00Z'), at('2026-03-29T12:00:00Z')))).toEqual([
    ['2026-03-29T01:15:00.000Z', '2026-03-29T01:45:00.000Z'],
  ]);
  const across = { ...inGap, end: at('2026-03-20T02:10:00Z') };
  expect(iso(occurrencesBetween(across, at('2026-03-29T00:00:00Z'), at('2026-03-29T12:00:00Z')))).toEqual([
    ['2026-03-29T01:15:00.000Z', '2026-03-29T02:10:00.000Z'],
  ]);
  expect(iso(occurrencesBetween(inGap, at('2026-10-24T22:00:00Z'), at('2026-10-25T12:00:00Z')))).toEqual([
    ['2026-10-25T00:15:00.000Z', '2026-10-25T00:45:00.000Z'],
  ]);
});

test('a window of week days is open on those days of its zone', () => {
  // Tuesdays and Fridays at 00:30 in Seoul, which is Monday and Thursday in Greenwich.
  const weekly = {
    ...once,
    start: at('2026-11-23T15:30:00Z'),
    end: at('2026-11-23T16:00:00Z'),
    weekDays: [2, 5],
    timeZone: 'Asia/Seoul',
  };
  expect(iso(occurrencesBetween(weekly, at('2026-11-20T00:00:00Z'), at('2026-12-01T00:00:00Z')))).toEqual([
    ['2026-11-23T15:30:00.000Z', '2026-11-23T16:00:00.000Z'],
    ['2026-11-26T15:30:00.000Z', '2026-11-26T16:00:00.000Z'],
    ['2026-11-30T15:30:00.000Z', '2026-11-30T16:00:00.000Z'],
  ]);
});

test('ended early, it opens again at its next time; deleted, it does not', () => {
  const daily = { ...once, weekDays: everyDay };
  const endedAt = once.start + 10 * MINUTE_MS;
  const ended = { ...daily, endedAt };
  expect(currentOccurrence(ended, endedAt)).toBeNull();
  expect(isQuiet(ended, endedAt + MINUTE_MS)).toBe(true);
  expect(nextOccurrence(ended, endedAt)?.start).toBeGreaterThan(endedAt);
  const deleted = { ...daily, removedAt: endedAt };
  expect(isQuiet(deleted, endedAt + MINUTE_MS)).toBe(true);
  expect(isQuiet(deleted, endedAt + MAINTENANCE_GRACE_MS)).toBe(false);
  expect(nextOccurrence(deleted, endedAt)).toBeNull();
  // Ended before it begins: it begins all the same.
  expect(currentOccurrence({ ...daily, endedAt: once.start - 1 }, once.start)).not.toBeNull();
});

/** `HH:mm` of a zone, by the platform. */
const clocks = new Map(
  timeZones.map(({ name }) => [
    name,
    new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ]),
);

test.each(timeZones)('in $name, a daily window opens and closes at its times of day, once a day', ({ name }) => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2024-01-01T00:00:00Z') / MINUTE_MS, max: at('2030-01-01T00:00:00Z') / MINUTE_MS }),
      fc.integer({ min: 1, max: 23 * 60 }),
      (startMinute, minutes) => {
        const start = startMinute * MINUTE_MS;
        const daily = { ...once, start, end: start + minutes * MINUTE_MS, weekDays: everyDay, timeZone: name };
        const found = occurrencesBetween(daily, start, start + 370 * DAY_MS);
        // One day more or less where an hour is added or taken at the end of the year of days.
        expect(Math.abs(found.length - 371)).toBeLessThanOrEqual(1);
        const format = clocks.get(name);
        const times = (pick: 'start' | 'end') => found.map((one) => format?.format(one[pick]) ?? '');
        const [opens, closes] = [format?.format(daily.start), format?.format(daily.end)];
        // Only the night that skips an hour has another time: two a year, and one in zones that change by half an hour.
        expect(times('start').filter((time) => time !== opens).length).toBeLessThanOrEqual(2);
        expect(times('end').filter((time) => time !== closes).length).toBeLessThanOrEqual(3);
        for (const [i, one] of found.entries()) {
          expect(one.end).toBeGreaterThan(one.start);
          // One hour by a change in between, and another where the first time spans one itself.
          expect(Math.abs(one.end - one.start - minutes * MINUTE_MS)).toBeLessThanOrEqual(2 * HOUR_MS);
          const previous = found[i - 1];
          if (!previous) continue;
          expect(one.start).toBeGreaterThanOrEqual(previous.end);
          expect(Math.abs(one.start - previous.start - DAY_MS)).toBeLessThanOrEqual(HOUR_MS);
        }
      },
    ),
    { numRuns: 3 },
  );
});

test('at every moment, what is open is what was next before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...timeZones),
      fc.subarray(everyDay, { minLength: 1 }),
      fc.integer({ min: 0, max: 600 * 24 * 60 }),
      ({ name }, weekDays, minute) => {
        const window = { ...once, weekDays, timeZone: name };
        const now = once.start + minute * MINUTE_MS;
        const next = nextOccurrence(window, now);
        expect(next?.start).toBeGreaterThan(now);
        expect(currentOccurrence(window, next?.start ?? 0)).toEqual(next);
      },
    ),
    { numRuns: 300 },
  );
});
