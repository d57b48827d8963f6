import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { Dragged } from '../../entities/group/drag.ts';
import { withDescendants, type GroupNode, type GroupTree } from '../../entities/group/group-tree.ts';

/** The target of a drop: a row, or the edge between two groups. */
export type DropTarget =
  | { kind: 'all' }
  | { kind: 'favorate' }
  | { kind: 'group'; node: GroupNode; edge: 'before' | 'inside' | 'after' };

export type Drop =
  | { kind: 'move-devices'; pks: readonly DevicePk[]; group: GroupPk }
  | { kind: 'toggle-favourite'; pks: readonly DevicePk[] }
  | { kind: 'move-group'; pk: GroupPk; parent: GroupPk | null; root: GroupPk | null }
  | { kind: 'refused'; code: ProblemCode };

const refused = (code: ProblemCode): Drop => ({ kind: 'refused', code });

/** The effect of a drop (spec 2 §4, "Drag and drop"). `groupOf` returns the group of a device. */
export function resolveDrop(
  dragged: Dragged,
  target: DropTarget,
  { tree, groupOf }: { tree: GroupTree; groupOf: (pk: DevicePk) => GroupPk | undefined },
): Drop {
  return dragged.kind === 'devices' ? dropDevices(dragged.pks, target, groupOf) : dropGroup(dragged.pk, target, tree);
}

function dropDevices(
  pks: readonly DevicePk[],
  target: DropTarget,
  groupOf: (pk: DevicePk) => GroupPk | undefined,
): Drop {
  if (target.kind === 'all') return refused('moved_device_fail');
  if (target.kind === 'favorate') return { kind: 'toggle-favourite', pks };
  const { pk } = target.node.group;
  const moving = pks.filter((device) => groupOf(device) !== pk);
  return moving.length === 0 ? refused('identical_group') : { kind: 'move-devices', pks: moving, group: pk };
}

function dropGroup(pk: GroupPk, target: DropTarget, tree: GroupTree): Drop {
  const node = tree.byPk.get(pk);
  if (!node || node.group.flag_df_group === 1) return refused('moved_device_fail');
  if (target.kind !== 'group') return refused('all_device_has_no_child');
  if (withDescendants(node).includes(target.node.group.pk)) return refused('moved_device_fail');
  const parent = target.edge === 'inside' ? target.node : target.node.parent;
  const parentPk = parent?.group.pk ?? null;
  if (parentPk === (node.parent?.group.pk ?? null)) return refused('no_order_warning');
  return { kind: 'move-group', pk, parent: parentPk, root: parent && rootOf(parent) };
}

/** The target's own pk if it is a root, else the target's root (spec 2 §4). */
const rootOf = (node: GroupNode): GroupPk => (node.parent ? rootOf(node.parent) : node.group.pk);
