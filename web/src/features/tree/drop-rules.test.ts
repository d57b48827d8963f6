import type { Group } from '@vigil/shared/contract/group';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { buildGroupTree } from '../../entities/group/group-tree.ts';
import { resolveDrop, type DropTarget } from './drop-rules.ts';

const group = (pk: number, group_fk: number | null, flag_df_group: 0 | 1 = 0) =>
  ({ pk, name: `g${pk}`, group_fk, flag_df_group, has_permission: 1 }) as Group;
const tree = buildGroupTree([group(1, null, 1), group(2, null), group(3, 2), group(4, null)], (a, b) =>
  a.localeCompare(b),
);
const groupOf = () => 2 as GroupPk;
const on = (pk: number, edge: 'before' | 'inside' | 'after' = 'inside'): DropTarget => ({
  kind: 'group',
  node: tree.byPk.get(pk as GroupPk)!,
  edge,
});
const device = { kind: 'devices', pks: [9 as DevicePk] } as const;
const dragged = (pk: number) => ({ kind: 'group', pk: pk as GroupPk }) as const;
const rule = (what: Parameters<typeof resolveDrop>[0], target: DropTarget) =>
  resolveDrop(what, target, { tree, groupOf });

test('a device dropped on another group moves, on its own group it is refused', () => {
  expect(rule(device, on(3))).toEqual({ kind: 'move-devices', pks: [9], group: 3 });
  expect(rule(device, on(2))).toEqual({ kind: 'refused', code: 'identical_group' });
});

test('a device dropped on all devices is refused, on favourites it is toggled', () => {
  expect(rule(device, { kind: 'all' })).toEqual({ kind: 'refused', code: 'moved_device_fail' });
  expect(rule(device, { kind: 'favorate' })).toEqual({ kind: 'toggle-favourite', pks: [9] });
});

test('a group dropped inside another becomes its child, under the root of the target', () => {
  expect(rule(dragged(4), on(2))).toEqual({ kind: 'move-group', pk: 4, parent: 2, root: 2 });
  expect(rule(dragged(4), on(3))).toEqual({ kind: 'move-group', pk: 4, parent: 3, root: 2 });
});

test('a group dropped beside another takes its parent; a drop in the same parent is refused, since groups have no order', () => {
  expect(rule(dragged(3), on(4, 'before'))).toEqual({ kind: 'move-group', pk: 3, parent: null, root: null });
  expect(rule(dragged(4), on(2, 'after'))).toEqual({ kind: 'refused', code: 'no_order_warning' });
});

test('all devices has no children, the default group does not move, and no group moves into itself', () => {
  expect(rule(dragged(2), { kind: 'all' })).toEqual({ kind: 'refused', code: 'all_device_has_no_child' });
  expect(rule(dragged(1), on(2))).toEqual({ kind: 'refused', code: 'moved_device_fail' });
  expect(rule(dragged(2), on(3))).toEqual({ kind: 'refused', code: 'moved_device_fail' });
});
