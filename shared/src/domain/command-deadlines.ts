/** A command that is not accepted within this time never runs, because a late reboot would be unexpected. */
export const COMMAND_START_WITHIN_MS = 60_000;

/**
 * This long after its deadline no agent starts a command any more, even if its clock differs by the 10 s that agents tolerate. The
 * command is then sent again, to ask for its outcome.
 */
export const ASK_OUTCOME_AFTER_DEADLINE_MS = 20_000;

/**
 * A sent command whose outcome is not known this long after its deadline ends as unknown; where servers observe effects, see
 * `command-effects.ts`.
 */
export const OUTCOME_UNKNOWN_AFTER_DEADLINE_MS = 15 * 60_000;

/** How long a gateway waits for an agent's acknowledgement of a command. */
export const AGENT_ANSWER_TIMEOUT_MS = 10_000;
