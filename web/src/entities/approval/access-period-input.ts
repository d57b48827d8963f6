/** The typed values: dates as `YYYY-MM-DD`, times as `HH:mm`; null or empty while missing. */
export interface AccessPeriodFormValues {
  startDate: string | null;
  startTime: string;
  endDate: string | null;
  endTime: string;
}

export const emptyPeriodForm: AccessPeriodFormValues = {
  startDate: null,
  startTime: '',
  endDate: null,
  endTime: '',
};

/** A date and a time joined by a space (spec 1 §7), or null while one of them is missing. */
const momentOf = (date: string | null, time: string): string | null =>
  date === null || date === '' || !/^\d{2}:\d{2}/u.test(time) ? null : `${date} ${time.slice(0, 5)}`;

/** Whether none of the four values is given. */
export const isPeriodEmpty = (typed: AccessPeriodFormValues): boolean =>
  !typed.startDate && !typed.endDate && typed.startTime === '' && typed.endTime === '';

const HOUR_MS = 3_600_000;
const LAST_MINUTE = '23:59';

/** Periods that begin now: an hour, and the rest of the day. */
export const presetPeriods = ['hour', 'today'] as const;
export type PresetPeriod = (typeof presetPeriods)[number];

/** The values of a preset. `formatWallTime` formats an instant as `YYYY-MM-DD HH:mm`. */
export function presetPeriodFormValues(
  preset: PresetPeriod,
  now: number,
  formatWallTime: (at: number) => string,
): AccessPeriodFormValues {
  const [startDate = '', startTime = ''] = formatWallTime(now).split(' ');
  if (preset === 'today') return { startDate, startTime, endDate: startDate, endTime: LAST_MINUTE };
  const [endDate = '', endTime = ''] = formatWallTime(now + HOUR_MS).split(' ');
  return { startDate, startTime, endDate, endTime };
}

/** The values that a stored window was typed as. `formatWallTime` formats an instant as `YYYY-MM-DD HH:mm`. */
export function periodToForm(
  { start_time, end_time }: StoredAccessPeriod,
  formatWallTime: (at: number) => string,
): AccessPeriodFormValues {
  const [startDate = '', startTime = ''] = formatWallTime(Date.parse(start_time)).split(' ');
  const [endDate = '', endTime = ''] = formatWallTime(Date.parse(end_time)).split(' ');
  return { startDate, startTime, endDate, endTime };
}

export interface StoredAccessPeriod {
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * The stored window itself, while it lasts and `typed` is what it was typed as: minutes on a clock that summer time
 * changes say less than the points in time that are stored.
 */
export function storedPeriodIfUnchanged(
  typed: AccessPeriodFormValues,
  before: StoredAccessPeriod,
  { now, wall }: { now: number; wall: (at: number) => string },
): { start: string; end: string } | null {
  const was = periodToForm(before, wall);
  const isSame = (['startDate', 'startTime', 'endDate', 'endTime'] as const).every((part) => typed[part] === was[part]);
  return isSame && Date.parse(before.end_time) > now ? { start: before.start_time, end: before.end_time } : null;
}

/**
 * The window, or null if it is not valid (`date_validate_error`, spec 1 §5): all four values are given, the start is
 * before the end, and the end is in the future. `now` as `YYYY-MM-DD HH:mm`, so that all are compared as text.
 * @param firstDay the start may be as early: the day of the request that is changed; today without one
 */
export function parsePeriodForm(
  typed: AccessPeriodFormValues,
  now: string,
  firstDay?: string,
): { start: string; end: string } | null {
  const start = momentOf(typed.startDate, typed.startTime);
  const end = momentOf(typed.endDate, typed.endTime);
  if (start === null || end === null || start >= end || end <= now) return null;
  const today = now.slice(0, 10);
  const first = firstDay !== undefined && firstDay <= today ? firstDay : null;
  if (start.slice(0, 10) < (first ?? today)) return null;
  // The request that is changed may have begun; nothing new begins in the past.
  return { start: first === null && start < now ? now : start, end };
}
