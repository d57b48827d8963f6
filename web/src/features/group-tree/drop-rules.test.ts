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
const waiting = { kind: 'state', code: 'device_not_approved' } as const;
const obstacleOf = (pk: DevicePk) => (pk >= 100 ? waiting : null);
const isFavourite = (pk: DevicePk) => pk === 50 || pk === 51;
const on = (pk: number, edge: 'before' | 'inside' | 'after' = 'inside'): DropTarget => ({
  kind: 'group',
  node: tree.byPk.get(pk as GroupPk)!,
  edge,
});
const device = { kind: 'devices', pks: [9 as DevicePk] } as const;
const several = (...pks: readonly number[]) => ({ kind: 'devices', pks: pks as DevicePk[] }) as const;
const dragged = (pk: number) => ({ kind: 'group', pk: pk as GroupPk }) as const;
const rule = (what: Parameters<typeof resolveDrop>[0], target: DropTarget) =>
  resolveDrop(what, target, { tree, groupOf, obstacleOf, isFavourite });

test('a device dropped on another group moves, on its own group it is refused', () => {
  expect(rule(device, on(3))).toEqual({ kind: 'move-devices', pks: [9], movable: [9], group: 3 });
  expect(rule(device, on(2))).toEqual({ kind: 'refused', code: 'identical_group' });
});

test('a device dropped on all devices is refused, on favourites it is toggled', () => {
  expect(rule(device, { kind: 'all' })).toEqual({ kind: 'refused', code: 'moved_device_fail' });
  expect(rule(device, { kind: 'favourites' })).toEqual({ kind: 'set-favourite', pks: [9], isFavourite: true });
  expect(rule(several(50), { kind: 'favourites' })).toEqual({ kind: 'set-favourite', pks: [50], isFavourite: false });
});

test('several devices dropped on favourites are added, those that are favourites stay; only when all are, they are removed', () => {
  const favourites = { kind: 'favourites' } as const;
  expect(rule(several(9, 50, 10), favourites)).toEqual({ kind: 'set-favourite', pks: [9, 10], isFavourite: true });
  expect(rule(several(50, 51), favourites)).toEqual({ kind: 'set-favourite', pks: [50, 51], isFavourite: false });
});

test('devices that cannot be moved now are refused before anything is asked, unless others are dropped with them', () => {
  expect(rule(several(100), on(3))).toEqual({ kind: 'blocked', obstacle: waiting });
  expect(rule(several(100, 101), on(3))).toEqual({ kind: 'blocked', obstacle: waiting });
  expect(rule(several(9, 100), on(3))).toEqual({ kind: 'move-devices', pks: [9, 100], movable: [9], group: 3 });
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
  expect(rule(dragged(2), { kind: 'favourites' })).toEqual({ kind: 'refused', code: 'only_device_favourites' });
  expect(rule(dragged(2), on(1))).toEqual({ kind: 'refused', code: 'moved_device_fail' });
  expect(rule(dragged(1), on(2))).toEqual({ kind: 'refused', code: 'moved_device_fail' });
  expect(rule(dragged(2), on(3))).toEqual({ kind: 'refused', code: 'moved_device_fail' });
});
