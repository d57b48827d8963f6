/** `time_zone_id` of an account that never chose one (spec 1 §9). */
const SIGN_UP_ZONE_ID = 32;
const SIGN_UP_ZONE = 'Asia/Seoul';

/** The zone a user reads times in; an id that has no name yet is read in the browser's own zone. */
export const zoneOf = (timeZoneId: number): string =>
  timeZoneId === SIGN_UP_ZONE_ID ? SIGN_UP_ZONE : Intl.DateTimeFormat().resolvedOptions().timeZone;
