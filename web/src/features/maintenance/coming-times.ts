import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { occurrencesBetween } from '@vigil/shared/domain/maintenance-windows';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';

const DAY_MS = 86_400_000;
export const SHOWN_DAYS = 14;

/** Milliseconds since 1970. */
export interface ComingTime {
  readonly window: MaintenanceWindow;
  readonly start: number;
  readonly end: number;
}

function timesOf(window: MaintenanceWindow, now: number): ComingTime[] {
  const { start_time, end_time, repeat, time_zone, current } = window;
  const schedule = {
    start: Date.parse(start_time),
    end: Date.parse(end_time),
    weekDays: repeat?.week_days ?? null,
    timeZone: timeZoneOf(time_zone).name,
    endedAt: null,
    removedAt: null,
  };
  // Of the time that runs, the server knows whether it was ended early.
  const running = current ? [{ start: Date.parse(current.start_time), end: Date.parse(current.end_time) }] : [];
  const coming = occurrencesBetween(schedule, now, now + SHOWN_DAYS * DAY_MS).filter(
    // A time that has begun in this minute may be after the minute that is shown.
    ({ start }) => start > now && start !== running[0]?.start,
  );
  return [...running, ...coming].map((time) => ({ ...time, window }));
}

/**
 * The times at which windows are open in the next two weeks, by the day on which they begin.
 * @param dayOf the day of a moment for the reader
 */
export function comingTimes(
  windows: readonly MaintenanceWindow[],
  now: number,
  dayOf: (at: number) => string,
): readonly (readonly [day: string, times: readonly ComingTime[]])[] {
  const times = windows.flatMap((window) => timesOf(window, now)).toSorted((a, b) => a.start - b.start);
  return [...Map.groupBy(times, ({ start }) => dayOf(start))];
}
