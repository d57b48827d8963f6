import type { Language } from './languages.ts';

/** The language of a user, and of a mail to an address without one, where the request names none (spec 1 §3). */
export const DEFAULT_USER_LANGUAGE: Language = 'ko';

/** Time zones have the ids 1 to this; `domain/time-zones.ts` has their names. */
export const TIME_ZONE_COUNT = 42;

/** Seoul, the choice of sign-up (spec 1 §3). */
export const DEFAULT_TIME_ZONE_ID = 32;
