import type { ProblemDefinition } from './problem-definition.ts';

/** Updates of the agent and rollouts: what the API refuses, then what agents answer. */
export const agentUpdateProblems = {
  already_newest: { status: 409, retry: 'fresh' },
  no_release: { status: 409, retry: 'later' },
  /** This and the next four say why no device of the group would take part in a rollout. */
  packages_deleted: { status: 409, retry: 'fresh' },
  no_approved_device: { status: 409, retry: 'fresh' },
  in_other_rollout: { status: 409, retry: 'fresh' },
  channel_not_followed: { status: 409, retry: 'fresh' },
  updates_disabled: { status: 409, retry: 'fresh' },
  /** No release key that the device trusts has signed it. */
  release_invalid: { status: 422 },
  release_older: { status: 422 },
  update_unsupported: { status: 422 },
  update_failed: { status: 422 },
  /** The former version runs again, because the new one did not connect, ended, or was interrupted too often. */
  update_not_connected: { status: 422 },
  update_crashed: { status: 422 },
  update_interrupted: { status: 422 },
  /** Another update of this agent has not ended yet. */
  update_running: { status: 409, retry: 'later' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
