/** A command that its device has not taken by then never runs: nobody expects a reboot from an hour ago. */
export const START_WITHIN_MS = 60_000;

/** A command that was taken but whose end was not heard of by then counts as expired; a slow machine boots in less. */
export const FINISH_WITHIN_MS = 15 * 60_000;
