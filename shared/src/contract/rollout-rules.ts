/** `stopped`: by a user, or by its failure rate; it does not go on. `done`: every device of its share is decided. */
export const rolloutStates = ['running', 'paused', 'stopped', 'done'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/**
 * What became of a device: updated, failed, or left out, because it was newest already, was deleted, or cannot be
 * updated.
 */
export const rolloutOutcomes = ['done', 'failed', 'skipped'] as const;
export type RolloutOutcome = (typeof rolloutOutcomes)[number];

/**
 * A rollout stops when at least so many devices are decided and this share of them has failed, unless it is told
 * otherwise.
 */
export const DEFAULT_ROLLOUT_FAILURE_PERCENT = 5;
export const DEFAULT_ROLLOUT_LEAST_DECIDED = 10;
export const MAX_LEAST_DECIDED = 1_000;

/**
 * Why a rollout stopped by itself: too many of its devices failed; its release was withdrawn; the package for some of
 * its devices was deleted. Why it is paused: the user who runs it may not update devices any more.
 */
export const rolloutHaltReasons = ['failure_rate', 'withdrawn', 'packages_deleted', 'issuer_not_allowed'] as const;

/** How many of `total` devices the share is, at least one. */
export const deviceCountOfShare = (total: number, percent: number): number => Math.ceil((total * percent) / 100);
