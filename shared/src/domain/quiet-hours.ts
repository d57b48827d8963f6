import type { QuietHours } from '../contract/quiet-hours.ts';

const DAY_MS = 86_400_000;

/** 1 for Monday. */
const weekDayOf = (day: number): number => new Date(day).getUTCDay() || 7;

/** Whether quiet hours run. @param wall the clock of the user's zone, as `YYYY-MM-DD HH:MM` */
export function isInQuietHours({ from, to, week_days }: QuietHours, wall: string): boolean {
  const day = Date.parse(`${wall.slice(0, 10)}T00:00:00Z`);
  const time = wall.slice(11, 16);
  const isOvernight = to < from;
  const runsSinceToday = week_days.includes(weekDayOf(day)) && time >= from && (isOvernight || time < to);
  return runsSinceToday || (isOvernight && week_days.includes(weekDayOf(day - DAY_MS)) && time < to);
}
