import type { ProblemDefinition } from './problem-definition.ts';

/** Wall screens. */
export const wallScreenProblems = {
  /** The code of a wall screen is wrong, used, or older than five minutes. */
  screen_code_invalid: { status: 422 },
  /** `detail` is the number of wall screens that a company may have. */
  screen_limit: { status: 409 },
  duplication_screen_name: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
