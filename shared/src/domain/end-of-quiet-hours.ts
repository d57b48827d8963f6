import { TZDate } from '@date-fns/tz';
import type { QuietHours } from '../contract/quiet-hours.ts';
import { currentOccurrence } from './maintenance-windows.ts';

const numbersOf = (time: string): [hour: number, minute: number] => [Number(time.slice(0, 2)), Number(time.slice(3))];

/**
 * When the quiet hours that run now are over, in milliseconds since 1970; null while none run.
 * @param timeZone IANA name
 */
export function endOfQuietHours({ from, to, week_days }: QuietHours, timeZone: string, now: number): number | null {
  // Any day: which days it repeats on follows from the days of the week.
  const at = (day: number, time: string) => new TZDate(2001, 0, day, ...numbersOf(time), timeZone).getTime();
  const schedule = { start: at(1, from), end: at(to < from ? 2 : 1, to), weekDays: week_days, timeZone };
  return currentOccurrence({ ...schedule, endedAt: null, removedAt: null }, now)?.end ?? null;
}
