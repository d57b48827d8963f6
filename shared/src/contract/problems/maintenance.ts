import type { ProblemDefinition } from './problem-definition.ts';

/** Maintenance windows. */
export const maintenanceProblems = {
  /** `detail` is the number of windows that a company may have. */
  maintenance_window_limit: { status: 409 },
  /** `detail` is the number of days, or of hours for one that repeats. */
  maintenance_window_length: { status: 422 },
  /** It is not running, so that it cannot be ended early; or it is over, so that it cannot be changed to that time. */
  maintenance_window_over: { status: 409, retry: 'fresh' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
