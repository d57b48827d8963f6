import type { Group, GroupNode as ChangedGroup } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';

/** A change of the tree. */
export interface GroupTreePatch {
  /**
   * Groups that exist after an announced change, new ones included. Announcements are applied in the order of their
   * sequence.
   */
  readonly changed: readonly ChangedGroup[];
  /** Groups that this user has added, from the answer to the request. */
  readonly created?: readonly ChangedGroup[];
  /**
   * Groups that this user has changed, from the answer to the request. A group that is unknown by now was deleted
   * meanwhile.
   */
  readonly updated?: readonly ChangedGroup[];
  readonly removed: readonly GroupPk[];
}

/** Changes are announced in detail only to viewers of the whole tree, who have access to every group. */
const newGroup = { has_permission: 1, device_count: 0 } as const;

export function patchGroups(
  groups: readonly Group[],
  { changed, created = [], updated = [], removed }: GroupTreePatch,
): Group[] {
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  const put = (group: ChangedGroup) => byPk.set(group.pk, { ...newGroup, ...byPk.get(group.pk), ...group });
  for (const group of changed) put(group);
  for (const group of [...created, ...updated.filter(({ pk }) => byPk.has(pk))]) {
    const known = byPk.get(group.pk);
    // An answer has no sequence number, and may arrive after the announcement of a later change.
    if (!known || known.update_time <= group.update_time) put(group);
  }
  for (const pk of removed) byPk.delete(pk);
  return [...byPk.values()];
}
