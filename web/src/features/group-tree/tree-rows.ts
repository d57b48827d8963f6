import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import type { GroupNode, GroupTree } from '../../entities/group/group-tree.ts';

/** One row of the side tree. */
export type SideTreeRow =
  | { kind: 'all'; id: 'all'; depth: 0 }
  | { kind: 'favourites'; id: 'favorate'; depth: 0 }
  | { kind: 'group'; id: string; depth: number; node: GroupNode; open: boolean; hasChildren: boolean }
  | { kind: 'device'; id: string; depth: number; pk: DevicePk; parentId: string };

interface FlattenInput {
  tree: GroupTree;
  open: ReadonlySet<GroupPk>;
  hasDevices: (pk: GroupPk) => boolean;
  /** The devices directly in a group, in their order. */
  devicesOf: (pk: GroupPk) => readonly DevicePk[];
  filter: TreeMatches | null;
}

/** What a filter shows: groups whose names match and devices whose names match, with all groups above them. */
export interface TreeMatches {
  readonly groups: ReadonlySet<GroupPk>;
  /** The groups whose own names match; opened, they show what is in them. */
  readonly named: ReadonlySet<GroupPk>;
  readonly devices: ReadonlyMap<GroupPk, readonly DevicePk[]>;
}

const groupId = (pk: GroupPk): string => `g${pk}`;

/** The visible rows of the tree. */
export function flattenTree({ tree, open, hasDevices, devicesOf, filter }: FlattenInput): SideTreeRow[] {
  const rows: SideTreeRow[] = [
    { kind: 'all', id: 'all', depth: 0 },
    { kind: 'favourites', id: 'favorate', depth: 0 },
  ];
  const walk = (nodes: readonly GroupNode[]) => {
    for (const node of nodes) {
      const { pk } = node.group;
      if (filter && !filter.groups.has(pk)) continue;
      const found = filter?.devices.get(pk) ?? [];
      const isOpen = open.has(pk) || found.length > 0 || (filter !== null && node.children.some(isShown));
      const id = groupId(pk);
      const hasChildren = node.children.length > 0 || hasDevices(pk);
      rows.push({ kind: 'group', id, depth: node.depth, node, open: isOpen, hasChildren });
      if (!isOpen) continue;
      walk(node.children);
      const devices = found.length > 0 || !open.has(pk) || filter?.named.has(pk) === false ? found : devicesOf(pk);
      for (const device of devices)
        rows.push({ kind: 'device', id: `d${device}`, depth: node.depth + 1, pk: device, parentId: id });
    }
  };
  const isShown = ({ group }: GroupNode) => filter?.groups.has(group.pk) === true;
  walk(tree.roots);
  return rows;
}

/** More would not help a reader, who types another letter instead. */
const MAX_FOUND = 200;

export function findTreeMatches(
  tree: GroupTree,
  devices: Iterable<{ pk: DevicePk; alias: string; device_group_fk: GroupPk }>,
  typed: string,
): TreeMatches {
  const isFound = createTextSearch(typed);
  const groups = new Set<GroupPk>();
  const show = (pk: GroupPk) => {
    for (let node = tree.byPk.get(pk) ?? null; node && !groups.has(node.group.pk); node = node.parent)
      groups.add(node.group.pk);
  };
  const named = new Set<GroupPk>();
  for (const [pk, { group }] of tree.byPk) {
    if (!isFound(group.name)) continue;
    named.add(pk);
    show(pk);
  }
  const found = new Map<GroupPk, DevicePk[]>();
  let count = 0;
  for (const { pk, alias, device_group_fk: group } of devices) {
    if (!isFound(alias)) continue;
    show(group);
    found.set(group, [...(found.get(group) ?? []), pk]);
    count += 1;
    if (count >= MAX_FOUND) break;
  }
  return { groups, named, devices: found };
}
