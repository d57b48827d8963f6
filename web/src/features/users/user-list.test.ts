import { expect, test } from 'vitest';
import { userQueryOf, userListUrl } from './user-list.ts';

const read = (text: string) => userListUrl.read(new URLSearchParams(text));

test('an address without parameters is the first ten, active users first', () => {
  expect(userQueryOf(read(''))).toMatchObject({ by: 'standing', order: 'asc', limit: 10, offset: 0 });
});

test.each(['', 'page=3&size=20&by=name&order=desc&key=email&value=a%40b', 'key=active&value=inactive', 'size=5'])(
  'the address %s says the same after it was read',
  (text) => {
    expect(userListUrl.write(read(text)).toString()).toBe(text);
  },
);

test.each(['page=0', 'page=-2', 'page=x', 'size=7', 'by=password', 'key=pw&value=x', 'order=up'])(
  'the address %s does not break the list',
  (text) => {
    expect(userQueryOf(read(text))).toMatchObject({ by: 'standing', limit: 10, offset: 0 });
  },
);

test('a search for the status filters by it, any other key searches in the column', () => {
  expect(userQueryOf(read('key=active&value=inactive'))).toMatchObject({ sort_active: 'inactive' });
  expect(userQueryOf(read('key=phone&value=010'))).toMatchObject({ search_key: 'phone', search_value: '010' });
});

test('a column sorts upwards, then downwards, then not any more, and from the first page', () => {
  const first = userListUrl.sorted(read('page=3'), 'name');
  expect([first.page.index, first.by, first.order]).toEqual([0, 'name', 'asc']);
  const second = userListUrl.sorted(first, 'name');
  expect([second.by, second.order]).toEqual(['name', 'desc']);
  expect(userListUrl.sorted(second, 'name').by).toBe('standing');
});
