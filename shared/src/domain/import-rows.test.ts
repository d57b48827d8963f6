import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SheetRow } from './import-columns.ts';
import { validateIpRuleRows, validateGroupRows, validateUserRows, rowsToCorrect } from './import-rows.ts';

const rowsOf = (...all: readonly (readonly string[])[]) =>
  all.map((texts, index): SheetRow => ({
    number: index + 1,
    texts,
    hasFormula: false,
    isHidden: false,
    unreadable: null,
  }));

test('users are ready when ID, password and name are valid', () => {
  const texts = (mgrid: string, pw: string, name: string) => [mgrid, pw, name, '', '', '', '', ''];
  const { ready, leftOut } = validateUserRows(
    rowsOf(
      texts('kim.minsu', 'Passw0rd!', 'Kim'),
      texts('kim', 'Passw0rd!', 'Kim'),
      texts('kim.minho', 'Passw0rd1', 'Kim'),
      texts('kim.mina', 'Passw0rd-', ''),
    ),
  );
  expect(ready.map(({ number }) => number)).toEqual([1]);
  expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
    [2, 'invalid_id'],
    [3, 'password_level3'],
    [4, 'name_requirement'],
  ]);
});

test('a row tells all that is wrong with it, and an ID of a row above is not an account that exists', () => {
  const { ready, leftOut } = validateUserRows(
    rowsOf(
      ['kim.minsu', 'Passw0rd!', 'Kim', '', '', '', '', ''],
      ['kim', 'short', '', 'no address', 'x'.repeat(101), '', '', ''],
      ['Kim.Minsu ', 'Passw0rd!', 'Kim', '', '', '', '', ''],
    ),
  );
  expect(ready.map(({ number }) => number)).toEqual([1]);
  expect(leftOut.map(({ reason, more = [] }) => [reason, ...more])).toEqual([
    ['invalid_id', 'password_level3', 'name_requirement', 'email-invalid', 'too_long'],
    ['repeated_id'],
  ]);
});

test.each(['R\ud83dD', 'R\0D'])(
  'a row with the text %j, which cannot be stored, is left out, and the others are not',
  (text) => {
    const user = ['kim.minsu', 'Passw0rd!', 'Kim', '', '', text, '', ''];
    const found = [
      validateUserRows(rowsOf(user, [...user.slice(0, 5), '', '', ''])),
      validateIpRuleRows(rowsOf(['203.0.113.1', '', text], ['203.0.113.1', '', ''])),
      validateGroupRows(
        rowsOf([`HQ ${text}`, '', ''], ['Branch', '', ''], ['', `Floor${text}`, ''], ['', 'Lobby', '']),
      ),
    ];
    expect(found.map(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual([
      ['text_not_storable'],
      ['text_not_storable'],
      ['text_not_storable', 'text_not_storable'],
    ]);
    expect(found.map(({ ready }) => ready.length)).toEqual([1, 1, 2]);
  },
);

test('a row with a cell that does not show what was meant is left out, with the groups below it', () => {
  const unreadable = { column: 2, problem: 'error_value' } as const;
  const broken = (...all: readonly (readonly string[])[]) =>
    rowsOf(...all).map((row, index) => (index === 0 ? { ...row, unreadable } : row));
  const user = ['kim.minsu', 'Passw0rd!', '#N/A', '', '', '', '', ''];
  const found = [
    validateUserRows(broken(user, user)),
    validateIpRuleRows(broken(['203.0.113.1', '', '#N/A'], ['203.0.113.1', '', ''])),
    validateGroupRows(broken(['#N/A', '', ''], ['', 'Floor', ''], ['Branch', '', ''])),
  ];
  expect(found.map(({ leftOut }) => leftOut.map(({ reason }) => reason))).toEqual([
    ['error_value'],
    ['error_value'],
    ['error_value', 'below_invalid'],
  ]);
  expect(found.map(({ ready }) => ready.length)).toEqual([1, 1, 1]);
});

test('IP rules are ready with a valid start and, if there is one, a valid end', () => {
  const { ready, leftOut } = validateIpRuleRows(
    rowsOf(
      ['203.0.113.1', '203.0.113.9', 'Guests'],
      ['2001:db8::/32', '', ''],
      ['', '203.0.113.9', ''],
      ['203.0.113.9', '203.0.113.1', ''],
      ['203.0.113.0/24', '203.0.113.9', ''],
      ['203.0.113.1', '', 'x'.repeat(201)],
    ),
  );
  expect(ready.map(({ body }) => body)).toEqual([
    { start_ip_address: '203.0.113.1', end_ip_address: '203.0.113.9', reason: 'Guests' },
    { start_ip_address: '2001:db8::/32', end_ip_address: '', reason: '' },
  ]);
  expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
    [3, 'ip_range_blank'],
    [4, 'ip_range_error'],
    [5, 'ip_range_error'],
    [6, 'too_long'],
  ]);
});

test('a user with a text that is too long is left out before anything is sent', () => {
  const texts = (over: number, column: number) =>
    [`kim.minsu${over}`, 'Passw0rd!', 'Kim', '', '', '', '', ''].map((text, index) =>
      index === column ? 'x'.repeat(over) : text,
    );
  const rows = rowsOf(texts(100, 2), texts(101, 2), texts(2_600, 5), texts(201, 7), texts(200, 7));
  const { ready, leftOut } = validateUserRows(rows);
  expect(ready.map(({ number }) => number)).toEqual([1, 5]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(['too_long', 'too_long', 'too_long']);
});

test('groups hang below the nearest row above them of one level less', () => {
  const { ready, leftOut } = validateGroupRows(
    rowsOf(
      ['HQ', '', ''],
      ['', 'Floor 1', ''],
      ['', '', 'Room 11'],
      ['', 'Floor 2', ''],
      ['Store', '', ''],
      ['', '', 'Room 12'],
      ['', 'Shop', 'and more'],
      ['', '', 'Counter'],
      ['', 'floor 2', ''],
      ['', 'x'.repeat(41), ''],
    ),
  );
  expect(ready.map(({ body }) => [body.name, body.parent_group_name])).toEqual([
    ['HQ', ''],
    ['Floor 1', 'HQ'],
    ['Room 11', 'Floor 1'],
    ['Store', ''],
  ]);
  expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
    [4, 'duplicate'],
    [6, 'skipped_level'],
    [7, 'two_names'],
    [8, 'below_invalid'],
    [9, 'duplicate'],
    [10, 'too_long'],
  ]);
  expect(validateGroupRows(rowsOf(['', '', '', 'Shelf'])).leftOut.map(({ reason }) => reason)).toEqual([
    'excel_group_fail',
  ]);
  expect(validateGroupRows(rowsOf(['', 'Floor', ''])).leftOut.map(({ reason }) => reason)).toEqual(['skipped_level']);
});

test('rows to correct come with the rows that they are below', () => {
  const rows = rowsOf(['A', '', ''], ['', 'A1', ''], ['B', '', ''], ['', 'B1', ''], ['', '', 'B11'], ['', 'B2', '']);
  const kept = (...numbers: number[]) => {
    const reasons = new Map(numbers.map((number) => [number, `reason ${number}`]));
    return rowsToCorrect('groups', rows, reasons).rows.map((row) => row.filter((text) => text !== '').join(': '));
  };
  expect(kept(5)).toEqual(['B', 'B1', 'B11: reason 5']);
  expect(kept(2, 6)).toEqual(['A', 'A1: reason 2', 'B', 'B2: reason 6']);
  expect(kept()).toEqual([]);
});

test('any row is either ready or left out', () => {
  const texts = fc.array(fc.oneof(fc.constant(''), fc.string({ maxLength: 45 })), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 30 }), (all) => {
      const rows = rowsOf(...all.filter((row) => row.some((text) => text !== '')));
      for (const sift of [validateUserRows, validateGroupRows, validateIpRuleRows]) {
        const { ready, leftOut } = sift(rows);
        expect(ready.length + leftOut.length).toBe(rows.length);
      }
    }),
  );
});
