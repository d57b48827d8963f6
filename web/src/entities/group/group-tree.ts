import type { Group } from '@vigil/shared/contract/group';
import type { GroupPk } from '@vigil/shared/contract/ids';

export interface GroupNode {
  readonly group: Group;
  /** The group of the devices that have no other. */
  readonly isDefault: boolean;
  /** The viewer may see its devices, and not only its place in the tree. */
  readonly isPermitted: boolean;
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
        const [isDefault, isPermitted] = [group.flag_df_group === 1, group.has_permission === 1];
        const node: GroupNode = { group, isDefault, isPermitted, depth, parent, children };
        byPk.set(group.pk, node);
        children.push(...grow(group.pk, node, depth + 1));
        return node;
      });

  return { roots: grow(null, null, 0), byPk };
}

/** Undefined for viewers who may not see it. */
export const defaultGroupOf = ({ roots }: GroupTree): Group | undefined =>
  roots.find(({ isDefault }) => isDefault)?.group;

/** A group and everything below it. */
export function withDescendants(node: GroupNode): GroupPk[] {
  return [node.group.pk, ...node.children.flatMap(withDescendants)];
}

/** The group itself if it is at the top, else the group above it that is (spec 2 §4). */
export const rootOf = (node: GroupNode): GroupPk => (node.parent ? rootOf(node.parent) : node.group.pk);

/** From the root down to the group itself. */
export function groupsOnPathTo(node: GroupNode | undefined): Group[] {
  return node ? [...groupsOnPathTo(node.parent ?? undefined), node.group] : [];
}

export interface DeviceCounts {
  total: number;
  online: number;
}

export interface GroupCount extends DeviceCounts {
  /** In the group itself. */
  own: number;
}

/** How many of some devices each group has, those of its subgroups included; groups without any are left out. */
export function countPerGroup(
  tree: GroupTree,
  devices: Iterable<{ device_group_fk: GroupPk } | undefined>,
): ReadonlyMap<GroupPk, number> {
  const counts = new Map<GroupPk, number>();
  for (const device of devices)
    for (let node = device && tree.byPk.get(device.device_group_fk); node; node = node.parent ?? undefined)
      counts.set(node.group.pk, (counts.get(node.group.pk) ?? 0) + 1);
  return counts;
}

/** Device counts of each group including its subgroups. */
export function countDevicesPerGroup(
  tree: GroupTree,
  devices: Iterable<{ device_group_fk: GroupPk; isOnline: boolean }>,
): ReadonlyMap<GroupPk, GroupCount> {
  const counts = new Map<GroupPk, GroupCount>([...tree.byPk.keys()].map((pk) => [pk, { total: 0, online: 0, own: 0 }]));
  for (const { device_group_fk, isOnline } of devices) {
    for (let node = tree.byPk.get(device_group_fk) ?? null; node; node = node.parent) {
      const count = counts.get(node.group.pk);
      if (!count) continue;
      count.total += 1;
      if (isOnline) count.online += 1;
      if (node.group.pk === device_group_fk) count.own += 1;
    }
  }
  return counts;
}
