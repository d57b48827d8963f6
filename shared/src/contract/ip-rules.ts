/** IP rules of a company (decision 46). */
export const MAX_IP_RULES = 5_000;
export const MAX_IP_REASON = 200;

/** Of a body with that many rules, in bytes. */
export const MAX_IP_BODY_BYTES = 2 * 1_048_576;

/** Blocks of addresses that the map of the rules shows. */
export const MAX_IP_MAP_ROWS = 32;

/** Of the sessions that a change would end, so many are named. */
export const MAX_NAMED_SESSIONS = 50;
