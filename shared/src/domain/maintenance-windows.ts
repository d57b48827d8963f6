import { TZDate } from '@date-fns/tz';

/** How long after its end a window still silences alerts: devices need a moment until they are well again. */
export const MAINTENANCE_GRACE_MS = 300_000;

/** Times in milliseconds since 1970. */
export interface MaintenanceSchedule {
  /** Of the first time that it is open. */
  readonly start: number;
  readonly end: number;
  /** The days of the week on which it repeats, 1 for Monday; null for once. */
  readonly weekDays: readonly number[] | null;
  /** IANA name. */
  readonly timeZone: string;
  /** When it was ended early; null if it was not. */
  readonly endedAt: number | null;
  /** When it was deleted; null if it was not. */
  readonly removedAt: number | null;
}

export interface Occurrence {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;
/** The next day of a week that a window names is at most this far away, and one more for the zone. */
const DAYS_AHEAD = 9;

/**
 * A day as the number of days since 1970, and the time of day in it: the clock of a wall, which summer time changes.
 */
interface WallTime {
  readonly day: number;
  readonly timeMs: number;
}

function wallTimeOf(at: number, timeZone: string): WallTime {
  const local = new TZDate(at, timeZone);
  const day = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY_MS;
  const timeMs = ((local.getHours() * 60 + local.getMinutes()) * 60 + local.getSeconds()) * 1_000;
  return { day, timeMs };
}

/** A time that summer time skips is as much later; of one that it repeats, the first is meant. */
function instantOf({ day, timeMs }: WallTime, timeZone: string): number {
  const date = new Date(day * DAY_MS + timeMs);
  const fields = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()] as const;
  const at = new TZDate(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), ...fields, timeZone).getTime();
  const isSame = (other: number) => {
    const wall = wallTimeOf(other, timeZone);
    return wall.day === day && wall.timeMs === timeMs;
  };
  // Zones repeat an hour, or half of one.
  return [at - 3_600_000, at - 1_800_000].find(isSame) ?? at;
}

/** 1 for Monday; the first of January 1970 was a Thursday. */
const weekDayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The times that begin on some days of the zone, without what was ended early. */
function occurrencesOn(schedule: MaintenanceSchedule, from: number, to: number): Occurrence[] {
  const { start, end, weekDays, timeZone } = schedule;
  if (weekDays === null) return [{ start, end }];
  const [first, last] = [wallTimeOf(start, timeZone), wallTimeOf(end, timeZone)];
  const days = last.day - first.day;
  const found: Occurrence[] = [];
  const firstDay = Math.max(first.day, wallTimeOf(from, timeZone).day - days - 1);
  for (let day = firstDay; day <= wallTimeOf(to, timeZone).day; day += 1) {
    if (!weekDays.includes(weekDayOf(day))) continue;
    const begins = instantOf({ day, timeMs: first.timeMs }, timeZone);
    const ends = instantOf({ day: day + days, timeMs: last.timeMs }, timeZone);
    // Both times of a short window may be in the hour that is skipped, and their order lost.
    found.push({ start: begins, end: ends > begins ? ends : begins + (end - start) });
  }
  return found;
}

function cutAt({ start, end }: Occurrence, cut: number | null): Occurrence {
  return cut === null || start > cut ? { start, end } : { start, end: Math.min(end, cut) };
}

/** The times at which a window is open between two instants, in their order. */
export function occurrencesBetween(schedule: MaintenanceSchedule, from: number, to: number): Occurrence[] {
  const { endedAt, removedAt } = schedule;
  return occurrencesOn(schedule, from, to)
    .filter(({ start }) => removedAt === null || start < removedAt)
    .map((one) => cutAt(cutAt(one, endedAt), removedAt))
    .filter(({ start, end }) => end > from && start <= to && end > start);
}

/** The time for which a window is open now; null if it is not. */
export const currentOccurrence = (schedule: MaintenanceSchedule, now: number): Occurrence | null =>
  occurrencesBetween(schedule, now, now)[0] ?? null;

/** The first time that begins after now; null if there is none. */
export const nextOccurrence = (schedule: MaintenanceSchedule, now: number): Occurrence | null =>
  occurrencesBetween(schedule, now, Math.max(now, schedule.start) + DAYS_AHEAD * DAY_MS).find(
    ({ start }) => start > now,
  ) ?? null;

/** Whether alerts of its devices are told to nobody: it is open, or was a few minutes ago. */
export const isQuiet = (schedule: MaintenanceSchedule, now: number): boolean =>
  occurrencesBetween(schedule, now - MAINTENANCE_GRACE_MS, now).length > 0;
