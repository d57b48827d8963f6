/** The typed values: dates as `YYYY-MM-DD`, times as `HH:mm`; null or empty while missing. */
export interface TypedWindow {
  startDate: string | null;
  startTime: string;
  endDate: string | null;
  endTime: string;
}

/** A date and a time joined by a space (spec 1 §7), or null while one of them is missing. */
const momentOf = (date: string | null, time: string): string | null =>
  date === null || date === '' || !/^\d{2}:\d{2}/u.test(time) ? null : `${date} ${time.slice(0, 5)}`;

/**
 * The window, or null if it is not valid (`date_validate_error`, spec 1 §5): all four values are given, the start is
 * before the end, and the end is in the future. `now` as `YYYY-MM-DD HH:mm`, so that all are compared as text.
 */
export function windowOf(typed: TypedWindow, now: string): { start: string; end: string } | null {
  const start = momentOf(typed.startDate, typed.startTime);
  const end = momentOf(typed.endDate, typed.endTime);
  if (start === null || end === null || start >= end || end <= now) return null;
  return start.slice(0, 10) < now.slice(0, 10) ? null : { start, end };
}
