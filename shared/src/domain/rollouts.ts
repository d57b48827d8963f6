import type { RolloutOutcome } from '../contract/rollout-rules.ts';
import type { FinalCommandState } from './command-life.ts';

/** What the rules of a rollout say about what has happened so far. */
export interface RolloutProgress {
  /** Of the devices that take part: those that have not succeeded or failed yet, whether they were told or not. */
  readonly undecided: number;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
  readonly failurePercent: number;
  readonly leastDecided: number;
}

/** The most devices that update at once, however large the rollout is: each loads a package from the API. */
const MOST_OPEN = 100;

/**
 * Whether it has to stop: enough devices are decided, or all where there are fewer, and too many of them have failed.
 */
export function hasTooManyFailures({
  undecided,
  done,
  failed,
  failurePercent,
  leastDecided,
}: RolloutProgress): boolean {
  const decided = done + failed;
  return (
    decided >= Math.min(leastDecided, decided + undecided) && failed > 0 && failed * 100 >= decided * failurePercent
  );
}

/**
 * How many more devices may be updated now. At first as many at once as a decision needs, later as many as are decided:
 * a broken release reaches few devices before it is noticed.
 */
export const rolloutCapacity = ({ open, done, failed, leastDecided }: RolloutProgress): number =>
  Math.max(0, Math.min(MOST_OPEN, Math.max(leastDecided, done + failed)) - open);

/**
 * How often a device is sent the update in one rollout, within about four hours; then it is left out, with the last
 * reason.
 */
export const MAX_UPDATE_ATTEMPTS = 10;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long a device waits before the next attempt; null: there were enough attempts. */
export const retryDelayMs = (attempts: number): number | null =>
  attempts >= MAX_UPDATE_ATTEMPTS ? null : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));

/** Not the fault of the release: the agent never began, or was kept from going on, and is asked again. */
const postponed: ReadonlySet<string> = new Set([
  'device_in_use',
  'install_running',
  'update_running',
  'not_online_warning',
  'command_expired',
  'outcome_unknown',
  'agent_interrupted',
  'signature_invalid',
  'not_allowed',
  'download_failed',
]);

/**
 * The device takes no part: it runs the release already, or cannot update itself, or is kept from it by its
 * configuration or its keys.
 */
const skipped: ReadonlySet<string> = new Set([
  'already_newest',
  'release_older',
  'no_release',
  'update_unsupported',
  'unsupported_command',
  'agent_outdated',
  'command_disabled',
  'release_invalid',
]);

/** Whether a device that was left out for this reason was given up after `MAX_UPDATE_ATTEMPTS`. */
export const wasGivenUp = (reason: string): boolean => postponed.has(reason);

/** What the end of a command means for its device. */
export function rolloutOutcomeOf(state: FinalCommandState, message: string | null): RolloutOutcome | 'again' {
  if (state === 'done') return 'done';
  if (message !== null && postponed.has(message)) return 'again';
  return message !== null && skipped.has(message) ? 'skipped' : 'failed';
}
