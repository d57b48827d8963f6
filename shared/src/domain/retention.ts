import { TZDate } from '@date-fns/tz';

/** How long the history of a company is kept (decision 44). */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hour on the clock of a company at which its history is deleted. */
const NIGHT_HOUR = 3;

/** 1, 2, 3 are 30, 60, 90 days; the other periods are calendar months. */
const days: Readonly<Record<number, number>> = { 1: 30, 2: 60, 3: 90 };

/**
 * What is older is deleted.
 * @param period `statistics_delete_period`; its months are those of the calendar in the company's zone, and a day that
 * a month does not have is its last one
 */
export function retentionCutoff(period: number, at: Date, timeZone: string): Date {
  const inDays = days[period];
  if (inDays !== undefined) return new Date(at.getTime() - inDays * DAY_MS);
  const start = new TZDate(at.getTime(), timeZone);
  const day = start.getDate();
  start.setMonth(start.getMonth() - period);
  // `Date` reads the 31st of a month with 30 days as the first of the next month.
  if (start.getDate() !== day) start.setDate(0);
  return new Date(start.getTime());
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' });

/**
 * The last moment at which the clock of a time zone showed 03:00:00; in a night in which it is put forward or back,
 * within an hour of it.
 */
export function lastNightlyTime(now: number, timeZone: string): Date {
  const parts = clockOf(timeZone).formatToParts(now);
  const [hour = 0, minute = 0, second = 0] = (['hour', 'minute', 'second'] as const).map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  const sinceHour = ((hour - NIGHT_HOUR + 24) % 24) * HOUR_MS;
  return new Date(Math.floor(now / 1_000) * 1_000 - sinceHour - (minute * 60 + second) * 1_000);
}

/** When the history is deleted next. */
export const nextNightlyTime = (now: number, timeZone: string): Date =>
  new Date(lastNightlyTime(now, timeZone).getTime() + DAY_MS);
