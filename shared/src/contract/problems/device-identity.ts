import type { ProblemDefinition } from './problem-definition.ts';

/** The identity of a device: its agent's handshake, its enrolment, and clones. */
export const deviceIdentityProblems = {
  credential_invalid: { status: 401 },
  credential_expired: { status: 401, retry: 'fresh' },
  bad_signature: { status: 401 },
  clock_skew: { status: 401, retry: 'fresh' },
  replayed: { status: 401, retry: 'fresh' },
  agent_deleted: { status: 401 },
  /**
   * The servers have neither this device nor a deletion of it: their data may be older than it, or be those of another
   * installation.
   */
  device_unknown: { status: 401, retry: 'later' },
  /** Other hardware is connected with the key of this device. */
  hardware_conflict: { status: 409, retry: 'later' },
  /** The key of this device was copied: this hardware has to make one of its own (decision 95). */
  new_key_required: { status: 401, retry: 'fresh' },
  /** Only one hardware has used the key of the device. */
  nothing_to_split: { status: 409, retry: 'fresh' },
  /** The device that stays after a merge is the one that is in use. */
  merge_online: { status: 409, retry: 'fresh' },
  enrol_token_invalid: { status: 401 },
  licence_volume_exceeded: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
