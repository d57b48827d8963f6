import { expect, test } from 'vitest';
import type { DeviceRowsByColumn } from '../contract/device-columns.ts';
import { Tag, TagsOfRequest } from '../contract/device.ts';
import { MAX_TAGS, tagKey } from '../contract/tag-rules.ts';
import { rowsOfColumns } from './rows-of-columns.ts';
import { changeTags, createAllTagsFilter, hasSameTags, tagsInUse, uniqueTagsIgnoringCase } from './tags.ts';

// [what is sent, what is stored; null = refused]
const WORDS: readonly (readonly [string, string | null])[] = [
  ['till', 'till'],
  ['  2nd   floor ', '2nd floor'],
  ['계산대', '계산대'],
  ['3\u00a0階', '3 階'],
  ['\u3000レジ\u3000', 'レジ'],
  // NFD, as macOS sends it.
  ['cafe\u0301', 'café'],
  ['a;b, c', 'a;b, c'],
  ['=1+1', '=1+1'],
  ['x'.repeat(30), 'x'.repeat(30)],
  ['🟢'.repeat(30), '🟢'.repeat(30)],
  ['x'.repeat(31), null],
  ['', null],
  ['   ', null],
  ['two\nlines', null],
  ['tab\tbed', null],
  ['\u0007', null],
  ['zero\u200bwidth', null],
  ['\u202eright to left', null],
  ['soft\u00adhyphen', null],
  ['\u3164', null],
  ['\u2800', null],
];

test.each(WORDS)('%j is stored as %j', (sent, stored) => {
  const parsed = Tag.safeParse(sent);
  expect(parsed.success ? parsed.data : null).toBe(stored);
});

test('a device has up to 20 tags', () => {
  const tags = Array.from({ length: MAX_TAGS + 1 }, (_, n) => `tag ${n}`);
  expect(TagsOfRequest.safeParse(tags.slice(1)).success).toBe(true);
  expect(TagsOfRequest.safeParse(tags).success).toBe(false);
});

test.each([
  ['Till', 'till'],
  ['  TILL', 'till'],
  ['CAFE\u0301', 'café'],
  ['2nd  Floor', '2nd floor'],
])('%j is the same tag as %j', (one, other) => {
  expect(tagKey(one)).toBe(tagKey(other));
});

test('the first spelling of a tag stays', () => {
  expect(uniqueTagsIgnoringCase(['Till', 'east', 'TILL', 'East'])).toEqual(['Till', 'east']);
});

// [before, add, remove, after]
const CHANGES: readonly (readonly [string[], string[], string[], string[]])[] = [
  [[], ['till'], [], ['till']],
  [['Till'], ['till'], [], ['Till']],
  [['Till', 'east'], [], ['TILL'], ['east']],
  [['Till', 'east'], ['west'], ['East'], ['Till', 'west']],
  [['a', 'b'], [], ['c'], ['a', 'b']],
  // Another spelling: removed, then added.
  [['till', 'b'], ['Till'], ['till'], ['b', 'Till']],
];

test.each(CHANGES)('%j with %j and without %j is %j', (before, add, remove, after) => {
  expect(changeTags(before, { add, remove })).toEqual(after);
});

test('the same tags in another order are the same; another spelling is not', () => {
  expect(hasSameTags(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(hasSameTags(['a'], ['A'])).toBe(false);
  expect(hasSameTags(['a'], ['a', 'b'])).toBe(false);
});

// [wanted, tags, has all]
const HAS: readonly (readonly [string[], string[], boolean])[] = [
  [[], [], true],
  [[], ['a'], true],
  [['a'], [], false],
  [['A'], ['a', 'b'], true],
  [['a', 'b'], ['a'], false],
  [['a', 'B'], ['b', 'A'], true],
  [['ab'], ['abc'], false],
];

test.each(HAS)('devices with each of %j include one with %j: %s', (wanted, tags, has) => {
  expect(createAllTagsFilter(wanted)(tags)).toBe(has);
});

test('the tags in use are counted in their most frequent spelling', () => {
  const devices = [['till', 'b'], ['Till'], ['Till', 'a'], []].map((tags) => ({ tags }));
  expect(tagsInUse(devices, (a, b) => a.localeCompare(b))).toEqual([
    { tag: 'a', count: 1 },
    { tag: 'b', count: 1 },
    { tag: 'Till', count: 3 },
  ]);
});

test('a list in columns names only the rows that have tags; one without tags has none', () => {
  const columns = { pk: [7, 8, 9], tags: { rows: [0, 2], at: [1, 0], values: [['a'], ['b', 'c']] } };
  const rows = (form: object) => rowsOfColumns(form as DeviceRowsByColumn).map(({ tags }) => tags);
  expect(rows(columns)).toEqual([['b', 'c'], [], ['a']]);
  expect(rows({ pk: [7] })).toEqual([[]]);
});
