/** A secret opens its session once, within this time (decision 64). */
export const REMOTE_SESSION_SECRET_LIFETIME_MS = 60_000;

/**
 * Without a life sign of its viewer or agent for this long, a session counts as ended at its last sign (decision 36).
 */
export const REMOTE_SESSION_SILENCE_TIMEOUT_MS = 60_000;

/** So many minutes before its end the user of a session is warned, and once more (decision 5). */
export const FIRST_WARNING_MINUTES = 5;
export const LAST_WARNING_MINUTES = 1;
