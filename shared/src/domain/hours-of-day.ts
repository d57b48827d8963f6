/** The hour of the day in a time zone that an agent has named; UTC for one that does not exist. */
function hourIn(zone: string, at: Date): number {
  try {
    return Number(new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at));
  } catch {
    return at.getUTCHours();
  }
}

const HOUR_MS = 3_600_000;

/**
 * The hours of the day that a moment is in. Where clocks were put forward over one, the hour after the gap stands for
 * it as well: what is planned for that hour would not happen on that day otherwise.
 */
export function hoursOfDay(zone: string, at: Date): number[] {
  const [before, now] = [hourIn(zone, new Date(at.getTime() - HOUR_MS)), hourIn(zone, at)];
  const isGap = (before + 2) % 24 === now;
  return isGap ? [(before + 1) % 24, now] : [now];
}
