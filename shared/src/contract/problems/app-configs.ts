import type { ProblemDefinition } from './problem-definition.ts';

/** App configurations. */
export const appConfigProblems = {
  duplication_config_name: { status: 409 },
  config_limit: { status: 409 },
  default_config: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
