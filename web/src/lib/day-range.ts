import { wallTimeToInstant } from './instant.ts';
import type { UrlParamCodec } from './list-view.ts';

/** Days as `YYYY-MM-DD`, empty without a limit; both are included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const LAST_MS = 59_999;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** A day in the address, or none (empty); `usual` where the address names none. */
export const dayParam = (usual = ''): UrlParamCodec<string> => ({
  read: (text) => (text === '' || (text !== null && DAY.test(text)) ? text : usual),
  write: (day) => (day === usual ? null : day),
});

/** The query of days of the user's time zone. `wall` formats an instant as `YYYY-MM-DD HH:mm` there. */
export const dayRangeServerQuery = ({ from, to }: DayRange, wallTimeOf: (at: number) => string) => ({
  ...(from === '' ? {} : { start_date: wallTimeToInstant(wallTimeOf, from, '00:00').toISOString() }),
  ...(to === ''
    ? {}
    : { end_date: new Date(wallTimeToInstant(wallTimeOf, to, '23:59').getTime() + LAST_MS).toISOString() }),
});
