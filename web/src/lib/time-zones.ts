import { timeZoneOf } from '@vigil/shared/domain/time-zones';

/** The zone a user reads times in. */
export const zoneOf = (timeZoneId: number): string => timeZoneOf(timeZoneId).name;

const MINUTES = 60;

/** Minutes east of Greenwich as `+09:00`. */
export function offsetText(minutes: number): string {
  const ahead = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(ahead / MINUTES))}:${two(ahead % MINUTES)}`;
}
