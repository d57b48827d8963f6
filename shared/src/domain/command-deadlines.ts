/** A command that is not accepted within this time never runs, because a late reboot would be unexpected. */
export const START_WITHIN_MS = 60_000;

/**
 * This long after its deadline no agent runs a command any more, even if its clock is wrong: it is asked what became of it by sending it
 * again. Agents tolerate a difference of clocks of 10 s.
 */
export const ASK_AFTER_MS = 20_000;

/**
 * What became of a command that was sent is unknown if it is not known this long after its deadline; where servers observe effects, see
 * `command-effects.ts`.
 */
export const FINISH_WITHIN_MS = 15 * 60_000;
