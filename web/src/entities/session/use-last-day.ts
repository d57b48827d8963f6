import { useCallback } from 'react';
import { useTimeFormat } from './use-time-format.ts';

/** The last day of a licence in the company's zone, which is the day before the instant of its end (decision 86). */
export function useLastDay(timeZone: string): (end: string) => string {
  const time = useTimeFormat();
  return useCallback((end) => time.day(dayIn(timeZone, Date.parse(end) - 1)), [time, timeZone]);
}

/** The day of an instant in the company's zone. */
export function useCompanyDay(timeZone: string): (at: string) => string {
  const time = useTimeFormat();
  return useCallback((at) => time.day(dayIn(timeZone, Date.parse(at))), [time, timeZone]);
}

const dayIn = (timeZone: string, at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
