import type { Group } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';

export interface GroupNode {
  readonly group: Group;
  readonly depth: number;
  readonly parent: GroupNode | null;
  readonly children: readonly GroupNode[];
}

export interface GroupTree {
  readonly roots: readonly GroupNode[];
  readonly byPk: ReadonlyMap<GroupPk, GroupNode>;
}

/** Groups ordered by name; a group whose parent is not visible is a root. */
export function buildGroupTree(groups: readonly Group[], compare: (a: string, b: string) => number): GroupTree {
  const known = new Set(groups.map(({ pk }) => pk));
  const byParent = Map.groupBy(groups, ({ group_fk }) => (group_fk !== null && known.has(group_fk) ? group_fk : null));
  const byPk = new Map<GroupPk, GroupNode>();

  const grow = (parentPk: GroupPk | null, parent: GroupNode | null, depth: number): GroupNode[] =>
    (byParent.get(parentPk) ?? [])
      // A cycle in the data must not block the screen.
      .filter(({ pk }) => !byPk.has(pk))
      .toSorted((a, b) => b.flag_df_group - a.flag_df_group || compare(a.name, b.name))
      .map((group) => {
        const children: GroupNode[] = [];
        const node: GroupNode = { group, depth, parent, children };
        byPk.set(group.pk, node);
        children.push(...grow(group.pk, node, depth + 1));
        return node;
      });

  return { roots: grow(null, null, 0), byPk };
}

/** A group and everything below it. */
export function withDescendants(node: GroupNode): GroupPk[] {
  return [node.group.pk, ...node.children.flatMap(withDescendants)];
}

/** From the root down to the group itself. */
export function pathOf(node: GroupNode | undefined): Group[] {
  return node ? [...pathOf(node.parent ?? undefined), node.group] : [];
}

export interface Count {
  total: number;
  online: number;
}

/** Device counts of each group including its subgroups. */
export function countGroups(
  tree: GroupTree,
  devices: Iterable<{ device_group_fk: GroupPk; alive: 0 | 1 }>,
): ReadonlyMap<GroupPk, Count> {
  const counts = new Map<GroupPk, Count>([...tree.byPk.keys()].map((pk) => [pk, { total: 0, online: 0 }]));
  for (const { device_group_fk, alive } of devices) {
    for (let node = tree.byPk.get(device_group_fk) ?? null; node; node = node.parent) {
      const count = counts.get(node.group.pk);
      if (!count) continue;
      count.total += 1;
      count.online += alive;
    }
  }
  return counts;
}
