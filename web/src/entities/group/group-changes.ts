import type { Group, GroupNode as ChangedGroup } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';

/** A change of the tree. */
export interface GroupPatch {
  /** Groups that exist after the change, new ones included. */
  readonly changed: readonly ChangedGroup[];
  /** Groups of which an earlier state was shown: one that is unknown by now has been deleted meanwhile. */
  readonly updated?: readonly ChangedGroup[];
  readonly removed: readonly GroupPk[];
}

/** Changes are announced in detail only to viewers of the whole tree, who have access to every group. */
const newGroup = { has_permission: 1, device_count: 0 } as const;

export function patchGroups(groups: readonly Group[], { changed, updated = [], removed }: GroupPatch): Group[] {
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  for (const group of [...changed, ...updated.filter(({ pk }) => byPk.has(pk))]) {
    const known = byPk.get(group.pk);
    // An answer to a change of this user may arrive after the announcement of a later change.
    if (!known || known.update_time <= group.update_time) byPk.set(group.pk, { ...newGroup, ...known, ...group });
  }
  for (const pk of removed) byPk.delete(pk);
  return [...byPk.values()];
}
