const QUARTER_MS = 15 * 60_000;
const MAX_OFFSETS = 10_000;

/**
 * Makes moments of the wall clock of a time zone: cells have no zone, so that a reader sees the numbers as they are.
 * @param zone IANA name
 */
export function createLocalTimeConverter(zone: string): (at: Date | null) => Date | null {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsetAt = (ms: number): number => {
    const at = new Date(ms);
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
  // Formatting is slow, and no zone changes its offset within a quarter of an hour.
  const offsets = new Map<number, number>();
  return (at) => {
    if (at === null) return null;
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetAt(quarter * QUARTER_MS);
      if (offsets.size >= MAX_OFFSETS) offsets.clear();
      offsets.set(quarter, offset);
    }
    return new Date(at.getTime() + offset);
  };
}
