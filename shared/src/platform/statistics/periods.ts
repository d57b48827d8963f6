import { TZDate } from '@date-fns/tz';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { readRemoteChart } from '../../contract/http/statistics.ts';
import { parseEarliestMoment, parseRangeEnd } from '../../domain/moment.ts';

const DAY_MS = 86_400_000;

/** A month or a day of a chart: it begins at `from`, and ends where the next one begins. */
export interface ChartPeriod {
  readonly pk: number;
  readonly start_date: string;
  readonly from: Date;
}

export interface ChartPeriods {
  /** The year or month before it. Beside one that has not ended, it is only as many days as have begun. */
  readonly previous: { readonly from: Date; readonly end: Date };
  readonly periods: readonly ChartPeriod[];
  /** Where the year or month ends. */
  readonly end: Date;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** The day of a moment on the clock of a zone, as `YYYY-MM-DD`. */
export const dayAt = (at: number | Date, zone: string): string => {
  const local = new TZDate(Number(at), zone);
  const [month, day] = [local.getMonth() + 1, local.getDate()].map(twoDigits);
  return `${local.getFullYear()}-${month}-${day}`;
};

const monthText = (year: number, month: number): string => `${year}-${twoDigits(month)}`;

/** The first moment of a day of a clock. Where the clock skipped the day as a whole, it is that of the day after it. */
function startOfDay(day: string, timeZoneId: number): Date {
  const at = parseEarliestMoment(day, timeZoneId);
  if (!at) throw new Error(`${day} is no day`);
  return at;
}

const startOfMonth = (year: number, month: number, timeZoneId: number): Date =>
  startOfDay(`${month === 13 ? monthText(year + 1, 1) : monthText(year, Math.max(1, month))}-01`, timeZoneId);

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Where the month of `year` and `month` ends, or the day after its day `date` begins, if it has one. */
const endOfDays = ({ year, month, date }: { year: number; month: number; date: number }, timeZoneId: number): Date =>
  date < daysOfMonth(year, month)
    ? startOfDay(`${monthText(year, month)}-${twoDigits(date + 1)}`, timeZoneId)
    : startOfMonth(year, month + 1, timeZoneId);

/**
 * The months of a year or the days of a month on the clock of a time zone (decision 118).
 * @param today on the clock of the reader, as `YYYY-MM-DD`
 */
export function chartPeriods(
  { type, year, month = 1 }: QueryOf<typeof readRemoteChart>,
  { timeZoneId, today }: { readonly timeZoneId: number; readonly today: string },
): ChartPeriods {
  const [thisYear = 0, thisMonth = 1, date = 1] = today.split('-').map(Number);
  const isRunning = year === thisYear && (type === 'monthly' || month === thisMonth);
  if (type === 'monthly')
    return {
      previous: {
        from: startOfMonth(year - 1, 1, timeZoneId),
        end: isRunning
          ? endOfDays({ year: year - 1, month: thisMonth, date }, timeZoneId)
          : startOfMonth(year, 1, timeZoneId),
      },
      periods: Array.from({ length: 12 }, (_, i) => ({
        pk: i + 1,
        start_date: monthText(year, i + 1),
        from: startOfMonth(year, i + 1, timeZoneId),
      })),
      end: startOfMonth(year + 1, 1, timeZoneId),
    };
  const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
  return {
    previous: {
      from: startOfMonth(before.year, before.month, timeZoneId),
      end: isRunning ? endOfDays({ ...before, date }, timeZoneId) : startOfMonth(year, month, timeZoneId),
    },
    periods: Array.from({ length: daysOfMonth(year, month) }, (_, i) => {
      const start_date = `${monthText(year, month)}-${twoDigits(i + 1)}`;
      return { pk: i + 1, start_date, from: startOfDay(start_date, timeZoneId) };
    }),
    end: startOfMonth(year, month + 1, timeZoneId),
  };
}

/** A range of whole days; both moments are included, and both days. */
export interface DayRange {
  readonly from: Date;
  readonly to: Date;
  readonly start_date: string;
  readonly end_date: string;
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const rangeOfDays = (start_date: string, end_date: string, timeZoneId: number): DayRange => ({
  from: startOfDay(start_date, timeZoneId),
  to: parseRangeEnd(end_date, timeZoneId) ?? startOfDay(end_date, timeZoneId),
  start_date,
  end_date,
});

/**
 * The day before the last one of the month before, to today (spec 2 §2, decision 53).
 * @param today on the clock of the reader
 */
export function defaultDays(today: string): { start_date: string; end_date: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return { start_date: dayText(Date.UTC(year, month - 1, -1)), end_date: today };
}

/** As many days before a range of days. */
export function daysBefore({ start_date, end_date }: DayRange, timeZoneId: number): DayRange {
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)];
  return rangeOfDays(dayText(start - (end - start) - DAY_MS), dayText(start - DAY_MS), timeZoneId);
}
