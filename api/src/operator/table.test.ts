import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

test('rows become columns, also where signs are twice as wide', () => {
  const rows = [
    { pk: 1, name: '회사', at: null },
    { pk: 20, name: 'Company', active: true },
  ];
  expect(tableOf(rows).split('\n')).toEqual(['pk  name     at  active', '1   회사', '20  Company      true']);
});

test('one thing becomes a list of its fields, and an empty list says so', () => {
  expect(tableOf({ pk: 1, name: 'Company' }).split('\n')).toEqual(['pk    1', 'name  Company']);
  expect(tableOf([])).toBe('(none)');
});
