import { createTextSearch } from '@vigil/shared/domain/search-text';
import { timeZones, type TimeZone } from '@vigil/shared/domain/time-zones';

/** Spec 2, profile screen. */
const MAX_MATCHES = 10;
const MINUTES = 60;

/** Minutes east of Greenwich as `+09:00`. */
export function utcOffsetText(minutes: number): string {
  const distance = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(distance / MINUTES))}:${two(distance % MINUTES)}`;
}

export const labelOf = ({ name, offset }: TimeZone): string =>
  `(UTC${utcOffsetText(offset)}) ${name.replaceAll('_', ' ')}`;

/** The first zones whose name or offset contains all the words; a hyphen may be typed for a minus. */
export function matchingZones(typed: string): readonly TimeZone[] {
  const isFound = createTextSearch(typed.replaceAll('-', '−'));
  return timeZones.filter((zone) => isFound(labelOf(zone))).slice(0, MAX_MATCHES);
}
