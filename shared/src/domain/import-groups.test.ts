import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGroupFinder, planGroupImport, type CaseFoldedGroupRow, type ExistingGroup } from './import-groups.ts';

const fold = (text: string) => text.toLowerCase();
const row = (name: string, parent = ''): CaseFoldedGroupRow => ({ name, folded: fold(name), parent: fold(parent) });
const group = (pk: number, name: string, parent: number | null = null): ExistingGroup => ({
  pk,
  folded: fold(name),
  parent,
  isDefault: name === 'ROOT',
});
const known = [group(1, 'ROOT'), group(2, 'HQ'), group(3, 'Floor', 2), group(4, 'Site'), group(5, 'Floor', 4)];
const plan = (...rows: CaseFoldedGroupRow[]) =>
  planGroupImport(rows, known).map((outcome) => (outcome.state === 'failed' ? outcome.code : outcome.state));

test('a group is found by its name or its path, unless it could be two', () => {
  const find = createGroupFinder([...known, group(6, 'A/B'), group(7, 'A'), group(8, 'B', 7)]);
  const pkOf = (text: string) => {
    const found = find(text);
    return typeof found === 'string' ? found : found.pk;
  };
  expect(pkOf('hq')).toBe(2);
  expect(pkOf('hq/floor')).toBe(3);
  expect(pkOf('floor')).toBe('group_ambiguous');
  expect(pkOf('a/b')).toBe('group_ambiguous');
  expect(pkOf('hq/floor/room')).toBe('group_unknown');
  expect(pkOf('')).toBe('group_unknown');
});

test('a path is taken as exports write it, also where a name has a slash of its own', () => {
  const groups = [
    group(1, 'Asia'),
    group(2, 'Osaka', 1),
    group(3, 'R / D', 2),
    group(4, 'A/B'),
    group(5, 'A'),
    group(6, 'B', 5),
  ];
  const find = createGroupFinder([...groups, group(7, 'C / D'), group(8, 'C'), group(9, 'D', 8)]);
  const pkOf = (text: string) => {
    const found = find(text);
    return typeof found === 'string' ? found : found.pk;
  };
  expect(pkOf('asia / osaka')).toBe(2);
  expect(pkOf('asia /osaka')).toBe(2);
  expect(pkOf('asia / osaka / r / d')).toBe(3);
  expect(pkOf('asia/osaka/r/d')).toBe(3);
  expect(pkOf('r / d')).toBe(3);
  expect(pkOf('a / b')).toBe(6);
  expect(pkOf('a/b')).toBe('group_ambiguous');
  expect(pkOf('c / d')).toBe('group_ambiguous');
});

test('a parent is looked for in the file, then among the groups', () => {
  expect(planGroupImport([row('Site', 'HQ'), row('Room', 'site')], known)).toEqual([
    { state: 'ok', parent: { pk: 2 } },
    { state: 'ok', parent: { row: 0 } },
  ]);
  expect(planGroupImport([row('hq'), row('Floor', 'HQ'), row('New', 'Floor')], known)).toEqual([
    { state: 'exists', pk: 2 },
    { state: 'exists', pk: 3 },
    { state: 'ok', parent: { pk: 3 } },
  ]);
  expect(plan(row('New', 'Floor'), row('New 2', 'Site/Floor'), row('New 3', 'nothing'), row('New 4', 'ROOT'))).toEqual([
    'group_ambiguous',
    'ok',
    'group_unknown',
    'default_group',
  ]);
});

test('names are unique in the file, three levels deep, and never below themselves', () => {
  expect(plan(row('A'), row('a', 'HQ'), row('B', 'A'))).toEqual(Array(3).fill('excel_group_fail'));
  expect(plan(row('4', '3'), row('3', '2'), row('2', '1'), row('1'))).toEqual(['excel_group_fail', 'ok', 'ok', 'ok']);
  expect(plan(row('A', 'B'), row('B', 'A'), row('C', 'C'))).toEqual(Array(3).fill('excel_group_fail'));
  expect(plan(row(''), row('x'.repeat(41)), row('y', 'x'.repeat(41)))).toEqual([
    'no_input_data',
    'too_long',
    'excel_group_fail',
  ]);
});

test('every row has an outcome, and every parent of a new group is there or made', () => {
  const name = fc.constantFrom('', 'A', 'b', 'B', 'C', 'D', 'HQ', 'Floor', 'Site', 'ROOT', 'HQ/Floor', 'x'.repeat(41));
  const rows = fc.array(
    fc.tuple(name, name).map(([own, parent]) => row(own, parent)),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(rows, (all) => {
      const outcomes = planGroupImport(all, known);
      expect(outcomes).toHaveLength(all.length);
      const places = outcomes.flatMap((outcome, index) => {
        if (outcome.state !== 'ok') return [];
        const { parent } = outcome;
        if (parent && 'row' in parent) expect(outcomes[parent.row]?.state).toBe('ok');
        if (parent && 'pk' in parent) expect(known.some(({ pk }) => pk === parent.pk)).toBe(true);
        return [`${JSON.stringify(parent)} ${all[index]?.folded}`];
      });
      expect(new Set(places).size).toBe(places.length);
    }),
  );
});

test('a thousand rows below one another end at the third level', () => {
  const chain = Array.from({ length: 1_000 }, (_, n) => row(`n${n}`, n === 0 ? '' : `n${n - 1}`)).toReversed();
  expect(plan(...chain).filter((outcome) => outcome === 'ok')).toHaveLength(3);
});
