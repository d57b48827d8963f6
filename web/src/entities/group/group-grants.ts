import type { UserAccessDetails } from '@vigil/shared/contract/http/user-changes';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createTextSearch } from '@vigil/shared/domain/search-text';

export type GrantableGroup = UserAccessDetails['groups'][number];

/** The groups above one, the nearest first. */
function parentsOf(group: GrantableGroup, byPk: ReadonlyMap<GroupPk, GrantableGroup>): GrantableGroup[] {
  const parent = group.group_fk === null ? undefined : byPk.get(group.group_fk);
  return parent ? [parent, ...parentsOf(parent, byPk)] : [];
}

const byPkOf = (groups: readonly GrantableGroup[]) => new Map(groups.map((one) => [one.pk, one]));

/** The groups above one that are not granted yet; the nearest first. */
export const missingParents = (group: GrantableGroup, groups: readonly GrantableGroup[]): GrantableGroup[] =>
  parentsOf(group, byPkOf(groups)).filter(({ link_pk }) => link_pk === null);

/** How many groups below one are granted. */
export function countGrantedBelow(group: GrantableGroup, groups: readonly GrantableGroup[]): number {
  const byPk = byPkOf(groups);
  return groups.filter((one) => one.link_pk !== null && parentsOf(one, byPk).some(({ pk }) => pk === group.pk)).length;
}

/** How many groups below one are not granted; 0 for all where there are none. */
export function countMissingBelow(groups: readonly GrantableGroup[]): ReadonlyMap<GroupPk, number> {
  const byPk = byPkOf(groups);
  const counts = new Map<GroupPk, number>();
  for (const group of groups)
    if (group.link_pk === null) for (const { pk } of parentsOf(group, byPk)) counts.set(pk, (counts.get(pk) ?? 0) + 1);
  return counts;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** By the names on the way down, so that subgroups stand between their parent and its next sibling. */
function byPath(a: GrantableGroup, b: GrantableGroup): number {
  const [one, other] = [a.path.split('/'), b.path.split('/')];
  const first = one.findIndex((name, index) => name !== other[index]);
  if (first < 0) return one.length - other.length;
  return compare(one[first] ?? '', other[first] ?? '');
}

/** The groups whose path contains each of the words, in the order of the tree. */
export function findGroups(groups: readonly GrantableGroup[], typed: string): GrantableGroup[] {
  const isFound = createTextSearch(typed);
  return groups.filter(({ path }) => isFound(path)).toSorted(byPath);
}
