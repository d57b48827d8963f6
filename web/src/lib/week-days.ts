import type { Language } from '@vigil/shared/contract/languages';

export const allWeekDays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The fourth of January 1970 was a Sunday. */
const SUNDAY_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;

/** The short name of a day of the week, 1 for Monday. */
export const weekDayName = (day: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(SUNDAY_MS + day * DAY_MS);
