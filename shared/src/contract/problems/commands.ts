import type { ProblemDefinition } from './problem-definition.ts';

/** Commands for devices. */
export const commandProblems = {
  command_expired: { status: 409 },
  command_refused: { status: 422 },
  /** No valid key has signed this command for this device with these arguments (CMD-8). */
  signature_invalid: { status: 422 },
  /** The agent cannot check signatures, and its company takes no such agents any more (CMD-9). */
  agent_outdated: { status: 422 },
  /** The command was carried out, and its effect was not seen in time (CMD-10). */
  effect_not_observed: { status: 422 },
  /** The command was sent, and its device has not said whether it ran (CMD-6). */
  outcome_unknown: { status: 422 },
  /** The agent ended before the command did, which may have had its effect or not. */
  agent_interrupted: { status: 422 },
  not_online_warning: { status: 409, retry: 'later' },
  already_online: { status: 409, retry: 'fresh' },
  device_not_approved: { status: 409, retry: 'fresh' },
  power_not_allowed: { status: 422 },
  unsupported_command: { status: 422 },
  no_neighbour: { status: 409, retry: 'later' },
  /** Without its MAC address a device cannot be woken. */
  mac_unknown: { status: 422 },
  /** None of the senders could send the wake-up packet. */
  wake_not_sent: { status: 422 },
  process_gone: { status: 409, retry: 'fresh' },
  process_protected: { status: 422 },
  process_not_ended: { status: 422 },
  command_disabled: { status: 422 },
  /** A scheduled command arrived before the time that its arguments name. */
  command_early: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
