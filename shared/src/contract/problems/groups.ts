import type { ProblemDefinition } from './problem-definition.ts';

/** The tree of groups. */
export const groupProblems = {
  duplication_group_name: { status: 409 },
  group_limit: { status: 409 },
  parent_group_required: { status: 422 },
  subgroup_permission_first: { status: 409, retry: 'fresh' },
  /** Who sees them can remove the access to all of them. */
  subgroup_out_of_sight: { status: 403 },
  identical_group: { status: 422 },
  moved_device_fail: {
    status: 422,
    // Also for groups: spec 2 §8 has one key for both.
  },
  all_device_has_no_child: { status: 422 },
  /** What the default group does not take: a name, a limit, a deletion, a subgroup. */
  default_group: { status: 422 },
  only_device_favourites: { status: 422 },
  no_order_warning: { status: 422 },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
