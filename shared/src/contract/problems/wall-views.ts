import type { ProblemDefinition } from './problem-definition.ts';

/** Saved wall views. */
export const wallViewProblems = {
  wall_view_limit: { status: 409 },
  duplication_wall_view_name: { status: 409 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
