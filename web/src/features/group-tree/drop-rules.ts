import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import type { ActionObstacle } from '@vigil/shared/domain/device-actions';
import type { Dragged } from '../../entities/group/drag.ts';
import { rootOf, withDescendants, type GroupNode, type GroupTree } from '../../entities/group/group-tree.ts';

/** The target of a drop: a row, or the edge between two groups. */
export type DropTarget =
  | { kind: 'all' }
  | { kind: 'favourites' }
  | { kind: 'group'; node: GroupNode; edge: 'before' | 'inside' | 'after' };

export type DropEffect =
  | {
      kind: 'move-devices';
      /** What is sent; the answer names those that it leaves out. */
      pks: readonly DevicePk[];
      /** The devices that can be moved now, at least one. */
      movable: readonly DevicePk[];
      group: GroupPk;
    }
  /** The devices that are not yet, or the ones that are no longer favourites after it. */
  | { kind: 'set-favourite'; pks: readonly DevicePk[]; isFavourite: boolean }
  | { kind: 'move-group'; pk: GroupPk; parent: GroupPk | null; root: GroupPk | null }
  /** None of the devices can be moved now. */
  | { kind: 'blocked'; obstacle: ActionObstacle }
  | { kind: 'refused'; code: ProblemCode };

interface DropContext {
  readonly tree: GroupTree;
  readonly groupOf: (pk: DevicePk) => GroupPk | undefined;
  /** Why a device cannot be moved now, or null. */
  readonly obstacleOf: (pk: DevicePk) => ActionObstacle | null;
  readonly isFavourite: (pk: DevicePk) => boolean;
}

const refused = (code: ProblemCode): DropEffect => ({ kind: 'refused', code });

/** The effect of a drop (spec 2 §4, "Drag and drop"). */
export function resolveDrop(dragged: Dragged, target: DropTarget, context: DropContext): DropEffect {
  return dragged.kind === 'devices'
    ? dropDevices(dragged.pks, target, context)
    : dropGroup(dragged.pk, target, context.tree);
}

function dropDevices(pks: readonly DevicePk[], target: DropTarget, context: DropContext): DropEffect {
  const { groupOf, obstacleOf, isFavourite } = context;
  if (target.kind === 'all') return refused('moved_device_fail');
  if (target.kind === 'favourites') {
    // Of several, those that are favourites already are not meant to be removed.
    const added = pks.filter((device) => !isFavourite(device));
    const isAdding = added.length > 0;
    return { kind: 'set-favourite', pks: isAdding ? added : pks, isFavourite: isAdding };
  }
  const { pk } = target.node.group;
  const moving = pks.filter((device) => groupOf(device) !== pk);
  const obstacles = moving.map(obstacleOf);
  const movable = moving.filter((_, index) => obstacles[index] === null);
  const [obstacle] = obstacles;
  if (movable.length === 0) return obstacle ? { kind: 'blocked', obstacle } : refused('identical_group');
  return { kind: 'move-devices', pks: moving, movable, group: pk };
}

function dropGroup(pk: GroupPk, target: DropTarget, tree: GroupTree): DropEffect {
  const node = tree.byPk.get(pk);
  if (!node || node.isDefault) return refused('moved_device_fail');
  if (target.kind === 'all') return refused('all_device_has_no_child');
  if (target.kind === 'favourites') return refused('only_device_favourites');
  if (withDescendants(node).includes(target.node.group.pk)) return refused('moved_device_fail');
  const parent = target.edge === 'inside' ? target.node : target.node.parent;
  if (parent?.isDefault) return refused('moved_device_fail');
  const parentPk = parent?.group.pk ?? null;
  if (parentPk === (node.parent?.group.pk ?? null)) return refused('no_order_warning');
  return { kind: 'move-group', pk, parent: parentPk, root: parent && rootOf(parent) };
}
