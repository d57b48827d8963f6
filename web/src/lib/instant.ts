/**
 * The instant of a wall time in another time zone. `wall` formats an instant as the zone shows it, as `YYYY-MM-DD
 * HH:mm`. A time that a change of the clocks skips is the one an hour later; of one that it repeats, the first is
 * meant.
 */
export function wallTimeToInstant(wallTimeOf: (at: number) => string, date: string, time: string): Date {
  const wanted = asUtc(`${date} ${time}`);
  const first = wanted - (asUtc(wallTimeOf(wanted)) - wanted);
  // The offset at the first guess may differ from the offset at the result.
  const second = first - (asUtc(wallTimeOf(first)) - wanted);
  // Of a skipped time, the guesses are an hour apart, with the offsets after and before the change.
  const at = asUtc(wallTimeOf(second)) === wanted ? second : Math.max(first, second);
  return new Date(asUtc(wallTimeOf(at - HOUR_MS)) === wanted ? at - HOUR_MS : at);
}

const HOUR_MS = 3_600_000;

const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00Z`);
