import type { ProblemDefinition } from './problem-definition.ts';

/** The users of a company, and imports of users and groups. */
export const userProblems = {
  /** `detail` is the number of users that the licences admit. */
  sub_manager_limit: { status: 409 },
  search_manager_405: { status: 422 },
  /** A new submanager without `use_approval` would be an ordinary user (spec 3 §4). */
  sub_manager_without_approval: { status: 422 },
  /** Another import of the company has not ended yet. */
  import_under_way: { status: 429, retry: 'later' },
  /** Of an import: a name that is there twice, a level too deep, or a row below one that fails (spec 3 §5). */
  excel_group_fail: { status: 422 },
  /** Of an import: no group has the name, or more than one. */
  group_unknown: { status: 422 },
  group_ambiguous: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
