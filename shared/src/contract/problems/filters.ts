import type { ProblemDefinition } from './problem-definition.ts';

/** Tags and saved filters. */
export const filterProblems = {
  tag_limit: { status: 409 },
  filter_limit: { status: 409 },
  duplication_filter_name: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
