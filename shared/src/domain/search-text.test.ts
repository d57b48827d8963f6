import { expect, test } from 'vitest';
import { foundTexts } from './search-text.test-support.ts';
import { createTextSearch } from './search-text.ts';

test.each(foundTexts)('%j is found by %j', (text, typed) => {
  expect(createTextSearch(typed)(null, text)).toBe(true);
});

test('one of several texts is enough, and each of several words is needed', () => {
  expect(createTextSearch('lab')('Till', 'LAB')).toBe(true);
  expect(createTextSearch('lab')('Till', null)).toBe(false);
  expect(createTextSearch('till　lab')('Lab till')).toBe(true);
  expect(createTextSearch('till hall')('Lab till')).toBe(false);
  expect(createTextSearch('till 10.1')('Lab till', null, '10.1.0.7')).toBe(true);
});
