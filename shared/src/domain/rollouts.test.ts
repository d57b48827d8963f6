import { expect, test } from 'vitest';
import {
  hasTooManyFailures,
  MAX_UPDATE_ATTEMPTS,
  rolloutOutcomeOf,
  rolloutCapacity,
  retryDelayMs,
  wasGivenUp,
} from './rollouts.ts';

const rules = { undecided: 20, open: 0, failurePercent: 5, leastDecided: 10 };

test.each([
  [9, 0, false],
  [8, 1, false],
  [9, 1, true],
  [20, 1, false],
  [19, 1, true],
  [10, 0, false],
  [0, 10, true],
])('[UPD-7] %i done and %i failed: stops %s', (done, failed, stops) => {
  expect(hasTooManyFailures({ ...rules, done, failed })).toBe(stops);
});

test.each([
  [0, 9, 0, true],
  [1, 1, 1, false],
  [1, 1, 0, true],
  [9, 0, 0, false],
])(
  '[UPD-7] of fewer devices than a decision needs, %i done, %i failed and %i undecided: stops %s',
  (done, failed, undecided, stops) => {
    expect(hasTooManyFailures({ ...rules, undecided, done, failed })).toBe(stops);
  },
);

test.each([
  [{ open: 0, done: 0 }, 10],
  [{ open: 10, done: 0 }, 0],
  [{ open: 4, done: 6 }, 6],
  [{ open: 10, done: 40 }, 30],
  [{ open: 0, done: 5_000 }, 100],
])('[UPD-7] with %o there is room for %i', (progress, room) => {
  expect(rolloutCapacity({ ...rules, failed: 0, ...progress })).toBe(room);
});

test('[UPD-6] the wait between two attempts grows to an hour, and there are ten of them', () => {
  const waits = Array.from({ length: MAX_UPDATE_ATTEMPTS }, (_, i) => retryDelayMs(i + 1));
  expect(waits.map((ms) => ms && ms / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, null]);
  expect([wasGivenUp('outcome_unknown'), wasGivenUp('command_disabled')]).toEqual([true, false]);
});

test.each([
  ['done', null, 'done'],
  ['failed', 'update_crashed', 'failed'],
  ['failed', 'effect_not_observed', 'failed'],
  ['failed', 'device_in_use', 'again'],
  ['failed', 'update_running', 'again'],
  ['failed', 'install_running', 'again'],
  ['expired', 'command_expired', 'again'],
  ['failed', 'outcome_unknown', 'again'],
  ['failed', 'agent_interrupted', 'again'],
  ['failed', 'signature_invalid', 'again'],
  ['failed', 'not_allowed', 'again'],
  ['failed', 'download_failed', 'again'],
  ['failed', 'update_unsupported', 'skipped'],
  ['failed', 'command_disabled', 'skipped'],
  ['failed', 'release_invalid', 'skipped'],
] as const)('a command that is %s with %s counts as %s', (state, message, outcome) => {
  expect(rolloutOutcomeOf(state, message)).toBe(outcome);
});
