import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { buildGroupTree } from '../../entities/group/group-tree.ts';
import { findTreeMatches, flattenTree } from './tree-rows.ts';

const group = (pk: number, name: string, parent: number | null = null) => ({
  pk: pk as GroupPk,
  name,
  group_fk: parent as GroupPk | null,
  flag_df_group: 0,
});
const tree = buildGroupTree(
  [group(1, 'Seoul'), group(2, 'Floor 1', 1), group(3, 'Busan'), group(4, 'Hall', 3)] as never,
  (a, b) => a.localeCompare(b),
);
const device = (pk: number, alias: string, of: number) => ({
  pk: pk as DevicePk,
  alias,
  device_group_fk: of as GroupPk,
});
const devices = [device(1, 'Kiosk A', 2), device(2, 'Kiosk B', 4), device(3, 'Printer', 4)];

const rowsFor = (text: string, open: readonly number[] = []) =>
  flattenTree({
    tree,
    open: new Set(open as GroupPk[]),
    filter: text === '' ? null : findTreeMatches(tree, devices, text),
    hasDevices: (pk) => devices.some((one) => one.device_group_fk === pk),
    devicesOf: (pk) => devices.filter((one) => one.device_group_fk === pk).map((one) => one.pk),
  })
    .slice(2)
    .map(({ id }) => id);

test('closed groups show no rows below them, and open groups their groups and then their devices', () => {
  expect(rowsFor('')).toEqual(['g3', 'g1']);
  expect(rowsFor('', [3, 4])).toEqual(['g3', 'g4', 'd2', 'd3', 'g1']);
});

test('a filter finds groups and devices by their names, with the groups above them', () => {
  expect(rowsFor('floor')).toEqual(['g1', 'g2']);
  expect(rowsFor('kiosk b')).toEqual(['g3', 'g4', 'd2']);
  expect(rowsFor('kiosk')).toEqual(['g3', 'g4', 'd2', 'g1', 'g2', 'd1']);
  expect(rowsFor('nothing')).toEqual([]);
});

test('names are found without the difference of composition, apostrophes and width', () => {
  const named = [device(1, '회의실 노트북'.normalize('NFD'), 2), device(2, 'Kim’s till', 4), device(3, 'ＰＣ１', 4)];
  const found = (text: string) => [...findTreeMatches(tree, named, text).devices.values()].flat();
  expect([' 회의실', "kim's", 'pc1'].map(found)).toEqual([[1], [2], [3]]);
  expect([...findTreeMatches(tree, [], 'ｂｕｓａｎ').named]).toEqual([3]);
});

test('an open group shows devices that do not match only if its own name does', () => {
  const within = [...devices, device(4, 'Camera', 1)];
  const rows = (text: string) =>
    flattenTree({
      tree,
      open: new Set([1, 2] as GroupPk[]),
      filter: findTreeMatches(tree, within, text),
      hasDevices: (pk) => within.some((one) => one.device_group_fk === pk),
      devicesOf: (pk) => within.filter((one) => one.device_group_fk === pk).map((one) => one.pk),
    }).map(({ id }) => id);
  expect(rows('kiosk a').slice(2)).toEqual(['g1', 'g2', 'd1']);
  expect(rows('floor').slice(2)).toEqual(['g1', 'g2', 'd1']);
  expect(rows('seoul').slice(2)).toEqual(['g1', 'd4']);
});

test('a filter that finds very many devices shows the first of them', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => device(i + 10, `PC ${i}`, 4));
  const { devices: found } = findTreeMatches(tree, many, 'pc');
  expect(found.get(4 as GroupPk)).toHaveLength(200);
});
