import type { ProblemDefinition } from './problem-definition.ts';

/** Remote sessions. */
export const remoteSessionProblems = {
  /** `detail` is the oldest accepted version. */
  viewer_outdated: { status: 409, retry: 'fresh' },
  device_in_use: { status: 409, retry: 'later' },
  not_supported_os: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
