import type { ProblemDefinition } from './problem-definition.ts';

/** Access requests and access tickets. */
export const approvalProblems = {
  approvals_reason: { status: 422 },
  /** Only the only active administrator decides what they asked for themselves. */
  own_request: { status: 403 },
  approval_405: { status: 422 },
  approval_takes_no_reason: { status: 422 },
  /** An access ticket does not admit this move in its present state. */
  ticket_state: { status: 409, retry: 'fresh' },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
