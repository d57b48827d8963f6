import { timeZones, type TimeZone } from '@vigil/shared/domain/time-zones';

/** Spec 2, profile screen. */
const MAX_MATCHES = 10;
const MINUTES = 60;

/** Minutes east of Greenwich as `+09:00`. */
export function offsetTextWithoutUtc(minutes: number): string {
  const distance = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(distance / MINUTES))}:${two(distance % MINUTES)}`;
}

export const labelOf = ({ name, offset }: TimeZone): string =>
  `(UTC${offsetTextWithoutUtc(offset)}) ${name.replaceAll('_', ' ')}`;

/** The first zones whose name or offset contains all the words; a hyphen may be typed for a minus. */
export function matchingZones(typed: string): readonly TimeZone[] {
  const words = typed.toLowerCase().replaceAll('-', '−').split(/\s+/u);
  return timeZones
    .filter((zone) => {
      const label = labelOf(zone).toLowerCase();
      return words.every((word) => label.includes(word));
    })
    .slice(0, MAX_MATCHES);
}
