import { GroupMemberPk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import {
  countGrantedBelow,
  countMissingBelow,
  findGroups,
  missingParents,
  type GrantableGroup,
} from './group-grants.ts';

const pk = (n: number) => GroupPk.parse(n);
const group = (n: number, path: string, parent: number | null, isGranted = false): GrantableGroup => ({
  pk: pk(n),
  name: path.split('/').at(-1) ?? '',
  path,
  group_fk: parent === null ? null : pk(parent),
  link_pk: isGranted ? GroupMemberPk.parse(n) : null,
  refusal: null,
});
const [hq, floor, room, other] = [
  group(1, 'HQ', null, true),
  group(2, 'HQ/Floor 2', 1),
  group(3, 'HQ/Floor 2/Room', 2),
  group(4, 'HQ north', null, true),
];
const groups = [other, room, floor, hq];

test('the parents that are not granted come along, the nearest first', () => {
  expect(missingParents(room, groups)).toEqual([floor]);
  expect(missingParents(hq, groups)).toEqual([]);
});

test('granted groups below count, those beside do not', () => {
  expect(countGrantedBelow(hq, groups)).toBe(0);
  expect(countGrantedBelow(hq, [...groups, group(5, 'HQ/Floor 3', 1, true)])).toBe(1);
});

test('of each group those below count that are not granted', () => {
  expect(countMissingBelow(groups)).toEqual(
    new Map([
      [pk(1), 2],
      [pk(2), 1],
    ]),
  );
});

test('groups are found by all words of their path, in the order of the tree', () => {
  expect(findGroups(groups, '').map(({ path }) => path)).toEqual(['HQ', 'HQ/Floor 2', 'HQ/Floor 2/Room', 'HQ north']);
  expect(findGroups(groups, ' room hq').map(({ path }) => path)).toEqual(['HQ/Floor 2/Room']);
  expect(findGroups(groups, 'ｎｏｒｔｈ').map(({ path }) => path)).toEqual(['HQ north']);
});
