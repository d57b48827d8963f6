import type { ProblemDefinition } from './problem-definition.ts';

/** The network policy and its IP rules (spec 3 §8). */
export const ipPolicyProblems = {
  ip_blocked: { status: 403 },
  external_access: { status: 403 },
  ip_range_error: { status: 406 },
  ip_range_blank: { status: 405 },
  /** `detail` is the number of IP rules that a company may have. */
  ip_rule_limit: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
