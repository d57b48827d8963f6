import { TZDate } from '@date-fns/tz';

const HOUR_MS = 3_600_000;

/**
 * The first instant of a day in a zone. Where summer time skips midnight, it is the hour after; where it repeats
 * midnight, the first.
 */
function startOfDay({ year, month, day }: { year: number; month: number; day: number }, timeZone: string): Date {
  const at = new TZDate(year, month, day, 0, 0, 0, 0, timeZone).getTime();
  const before = at - HOUR_MS;
  return new Date(new TZDate(before, timeZone).getDate() === day ? before : at);
}

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The instant at which a licence ends that begins at `start` and runs for whole months (decision 49): the first of the
 * day of that number in the company's zone, or of the last day of a shorter month. The day before is the last one that
 * it can be used on.
 * @param timeZone IANA name
 */
export function licenceEnd(start: Date, months: number, timeZone: string): Date {
  const local = new TZDate(start.getTime(), timeZone);
  const index = local.getFullYear() * 12 + local.getMonth() + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  return startOfDay({ year, month, day: Math.min(local.getDate(), daysOfMonth(year, month)) }, timeZone);
}

/** The last day, as `2026-12-31`, of a licence that ends at an instant (decision 86). */
export const lastDayOfLicence = (end: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(end.getTime() - 1);
