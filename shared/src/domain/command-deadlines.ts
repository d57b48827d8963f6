/** A command that is not accepted within this time never runs, because a late reboot would be unexpected. */
export const START_WITHIN_MS = 60_000;

/** An accepted command without a result expires this long after its deadline; slow devices boot in less. */
export const FINISH_WITHIN_MS = 15 * 60_000;
