import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { GroupNode, GroupTree } from '../../entities/group/group-tree.ts';

/** One row of the side tree. */
export type TreeRow =
  | { kind: 'all'; id: 'all'; depth: 0 }
  | { kind: 'favorate'; id: 'favorate'; depth: 0 }
  | { kind: 'group'; id: string; depth: number; node: GroupNode; open: boolean; hasChildren: boolean }
  | { kind: 'device'; id: string; depth: number; pk: DevicePk; parentId: string };

interface FlattenInput {
  tree: GroupTree;
  open: ReadonlySet<GroupPk>;
  /** The devices directly in a group, in their order. */
  devicesOf: (pk: GroupPk) => readonly DevicePk[];
  /** Lower case; empty shows everything. */
  filter: string;
}

const groupId = (pk: GroupPk): string => `g${pk}`;

/** The visible rows of the tree. A filter keeps the groups whose names contain it, and their ancestors. */
export function flattenTree({ tree, open, devicesOf, filter }: FlattenInput): TreeRow[] {
  const rows: TreeRow[] = [
    { kind: 'all', id: 'all', depth: 0 },
    { kind: 'favorate', id: 'favorate', depth: 0 },
  ];
  const matches = (node: GroupNode): boolean =>
    node.group.name.toLowerCase().includes(filter) || node.children.some(matches);

  const walk = (nodes: readonly GroupNode[]) => {
    for (const node of nodes) {
      if (filter !== '' && !matches(node)) continue;
      const { pk } = node.group;
      const devices = devicesOf(pk);
      const isOpen = open.has(pk) || (filter !== '' && node.children.some(matches));
      const id = groupId(pk);
      rows.push({
        kind: 'group',
        id,
        depth: node.depth,
        node,
        open: isOpen,
        hasChildren: node.children.length + devices.length > 0,
      });
      if (!isOpen) continue;
      walk(node.children);
      if (!open.has(pk)) continue;
      for (const device of devices)
        rows.push({ kind: 'device', id: `d${device}`, depth: node.depth + 1, pk: device, parentId: id });
    }
  };
  walk(tree.roots);
  return rows;
}
