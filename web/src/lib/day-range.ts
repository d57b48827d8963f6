import { wallTimeToInstant } from './instant.ts';
import type { UrlParamCodec } from './list-view.ts';

/** Days as `YYYY-MM-DD`, empty without a limit; both are included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether a text names a day of the calendar; the 31st of February does not. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && dayText(Date.parse(text)) === text;

/** A day in the address, or none (empty); `usual` where the address names none. */
export const dayParam = (usual = ''): UrlParamCodec<string> => ({
  read: (text) => (text === '' || (text !== null && isDay(text)) ? text : usual),
  write: (day) => (day === usual ? null : day),
});

/**
 * The query of days of the user's time zone. `wall` formats an instant as `YYYY-MM-DD HH:mm` there. A range ends where
 * the next day begins: the last hour of a day may be one that the end of summer time repeats.
 */
export const dayRangeServerQuery = ({ from, to }: DayRange, wallTimeOf: (at: number) => string) => {
  const startOf = (day: string) => wallTimeToInstant(wallTimeOf, day, '00:00');
  return {
    ...(from === '' ? {} : { start_date: startOf(from).toISOString() }),
    ...(to === '' ? {} : { end_date: new Date(startOf(dayText(Date.parse(to) + DAY_MS)).getTime() - 1).toISOString() }),
  };
};
