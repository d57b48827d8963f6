import { expect, test } from 'vitest';
import { templateExamples, templateHeaders, templateKinds } from '../contract/import-rules.ts';
import { languages } from '../contract/languages.ts';
import type { WorkbookCell, WorkbookRow } from '../spreadsheets/read-sheet.ts';
import { matchColumns } from './import-columns.ts';

const cellOf = (cell: string | Partial<WorkbookCell>): WorkbookCell => ({
  text: '',
  hasFormula: false,
  problem: null,
  isMerged: false,
  ...(typeof cell === 'string' ? { text: cell } : cell),
});
const rowsOf = (...all: readonly (readonly (string | Partial<WorkbookCell>)[])[]): WorkbookRow[] =>
  all.map((cells, index) => ({ number: index + 1, isHidden: false, cells: cells.map(cellOf) }));
const textsOf = (matched: ReturnType<typeof matchColumns>) =>
  matched.problem === null ? matched.rows.map(({ texts }) => texts) : matched;

test('columns are found by their titles, in any order, language, case and width', () => {
  const first = matchColumns(
    'users',
    rowsOf(['부서', 'ｉｄ', 'P A S S W O R D *', '名前', 'Memo', ''], ['Sales', 'kim', 'pw', 'Kim', 'x', 'y']),
  );
  expect(first).toEqual({
    problem: null,
    above: 0,
    ignored: ['Memo', 'F'],
    rows: [
      {
        number: 2,
        texts: ['kim', 'pw', 'Kim', '', '', 'Sales', '', ''],
        hasFormula: false,
        isHidden: false,
        unreadable: null,
      },
    ],
  });
  const ip = matchColumns('ip', rowsOf(['理由', '開始アドレス'], ['Guests', '203.0.113.1']));
  expect(textsOf(ip)).toEqual([['203.0.113.1', '', 'Guests']]);
});

test('titles may have a heading above them, which is no row', () => {
  const matched = matchColumns('groups', rowsOf(['Our groups'], ['Level 1', 'Level 2'], ['HQ'], ['', 'Floor 1']));
  expect(matched).toMatchObject({ problem: null, above: 1 });
  expect(textsOf(matched)).toEqual([
    ['HQ', '', '', ''],
    ['', 'Floor 1', '', ''],
  ]);
});

test('a file without a required column is refused with its name, and one that has a column twice', () => {
  const refused = (kind: 'users' | 'groups' | 'ip', ...titles: string[]) => matchColumns(kind, rowsOf(titles, ['x']));
  expect(refused('users', 'ID', 'Name')).toEqual({ problem: 'missing_columns', columns: [1] });
  expect(refused('users', 'kim', 'Passw0rd!', 'Kim')).toEqual({ problem: 'missing_columns', columns: [0, 1, 2] });
  expect(refused('groups', 'Group name')).toEqual({ problem: 'missing_columns', columns: [0] });
  expect(refused('ip', 'Reason')).toEqual({ problem: 'missing_columns', columns: [0] });
  expect(refused('users', 'ID', 'Password', 'Name', '아이디')).toEqual({ problem: 'repeated_columns', columns: [0] });
  expect(matchColumns('users', [])).toEqual({ problem: 'missing_columns', columns: [0, 1, 2] });
});

test('a name behind the last level of groups is read, so that it can be refused; a column with another title is not', () => {
  const of = (title: string) =>
    textsOf(matchColumns('groups', rowsOf(['Level 1', 'Level 2', title], ['', '', 'Shelf'])));
  expect(of('4단계')).toEqual([['', '', '', 'Shelf']]);
  expect(of('')).toEqual([['', '', '', 'Shelf']]);
  expect(of('Memo')).toEqual([]);
});

test('a merged text counts for each row of users, and once for groups', () => {
  const merged = { text: 'Sales', isMerged: true };
  const users = rowsOf(
    ['ID', 'Password', 'Name', 'Department'],
    ['kim', 'pw', 'Kim', 'Sales'],
    ['lee', 'pw', 'Lee', merged],
    [merged],
  );
  expect(textsOf(matchColumns('users', users))).toEqual([
    ['kim', 'pw', 'Kim', '', '', 'Sales', '', ''],
    ['lee', 'pw', 'Lee', '', '', 'Sales', '', ''],
  ]);
  const groups = rowsOf(['Level 1', 'Level 2'], ['Sales', ''], [merged, 'East'], [merged, 'West']);
  expect(textsOf(matchColumns('groups', groups))).toEqual([
    ['Sales', '', '', ''],
    ['', 'East', '', ''],
    ['', 'West', '', ''],
  ]);
});

test('the first cell that does not show what was meant is named by its column; columns that are not read do not count', () => {
  const rows = rowsOf(
    ['Memo', 'Name', 'ID', 'Password'],
    [{ text: '#N/A', problem: 'error_value', hasFormula: true }, 'Kim', 'kim', 'pw'],
    ['', 'Lee', { text: '1e15', problem: 'lost_digits' }, { text: '2', hasFormula: true }],
  );
  const matched = matchColumns('users', rows);
  expect(
    matched.problem === null && matched.rows.map(({ unreadable, hasFormula }) => [unreadable, hasFormula]),
  ).toEqual([
    [null, false],
    [{ column: 0, problem: 'lost_digits' }, true],
  ]);
});

test.each(templateKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  'the example in the template of %s in %s is not read, a row that was made of it is',
  (kind, language) => {
    const example = templateExamples[kind][language];
    const [first = []] = example;
    const titles = templateHeaders[kind][language];
    const filled = ['mine', ...titles.slice(1).map((_, column) => first[column + 1] ?? '')];
    const read = textsOf(matchColumns(kind, rowsOf([...titles], ...example, filled)));
    expect(read).toEqual([kind === 'groups' ? [...filled, ''] : filled]);
  },
);
