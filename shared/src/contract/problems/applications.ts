import type { ProblemDefinition } from './problem-definition.ts';

/** Applications: what the API refuses, then what agents answer. */
export const applicationProblems = {
  application_exists: { status: 409 },
  application_limit: { status: 409 },
  /** Of all companies together, or of the disk. */
  storage_full: { status: 507, retry: 'later' },
  /** Its file is not complete, or it is not offered for installation. */
  application_not_ready: { status: 409, retry: 'fresh' },
  /** The file is not the one whose hash was named. */
  hash_mismatch: { status: 422 },
  invalid_pin: { status: 422 },
  schedule_invalid: { status: 422 },
  cancelled: { status: 409 },
  install_not_allowed: { status: 422 },
  install_unsupported: { status: 422 },
  download_failed: { status: 422 },
  install_timeout: { status: 422 },
  /** A restart of the agent would cut the installation of an application short. */
  install_running: { status: 409, retry: 'later' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
