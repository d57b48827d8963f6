import { timeZones, type TimeZone } from '@vigil/shared/domain/time-zones';
import { offsetText } from '../../lib/time-zones.ts';

/** Spec 2, profile screen. */
const MOST_MATCHES = 10;

export const labelOf = ({ name, offset }: TimeZone): string =>
  `(UTC${offsetText(offset)}) ${name.replaceAll('_', ' ')}`;

/** The first zones whose name or offset has all the words in it; a hyphen may stand for a minus. */
export function matchingZones(typed: string): readonly TimeZone[] {
  const words = typed.toLowerCase().replaceAll('-', '−').split(/\s+/u);
  return timeZones
    .filter((zone) => {
      const label = labelOf(zone).toLowerCase();
      return words.every((word) => label.includes(word));
    })
    .slice(0, MOST_MATCHES);
}
