/**
 * The instant of a wall time in another time zone. `wall` formats an instant as the zone shows it, as `YYYY-MM-DD HH:mm`. A time that
 * a change of the clocks skips is the one an hour later.
 */
export function instantOf(wall: (at: number) => string, date: string, time: string): Date {
  const wanted = asUtc(`${date} ${time}`);
  const first = wanted - (asUtc(wall(wanted)) - wanted);
  // The offset at the first guess may differ from the offset at the result.
  return new Date(first - (asUtc(wall(first)) - wanted));
}

const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00Z`);
