import type { ProblemDefinition } from './problem-definition.ts';

/** API tokens. */
export const apiTokenProblems = {
  /**
   * An API token that is unknown, revoked or expired, or whose owner may not sign in; `detail` tells which of the
   * latter two.
   */
  token_invalid: { status: 401 },
  /** The endpoint takes no API tokens, or none that are limited to groups (reason `group`). */
  token_not_allowed: { status: 403 },
  /** `detail` is the scope that the API token lacks. */
  token_scope: { status: 403 },
  /** `detail` is the number of API tokens that a user may have. */
  token_limit: { status: 409 },
  duplication_token_name: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
