import type { DayRange } from '../../lib/day-range.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * From the day before the last day of the previous month to today (spec 2 §2, decision 53).
 * @param today as `YYYY-MM-DD`
 */
export function usualRankingRange(today: string): DayRange {
  const [year = 0, month = 1] = today.split('-').map(Number);
  // The day 0 of a month is the last one of the month before.
  return { from: new Date(Date.UTC(year, month - 1, -1)).toISOString().slice(0, DAY_LENGTH), to: today };
}
