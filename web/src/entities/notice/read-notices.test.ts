import type { NoticePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { withSkippedNotices, skippedNoticesOf } from './read-notices.ts';

const pks = (...numbers: number[]) => numbers as NoticePk[];

test('each notice is remembered by itself', () => {
  const stored = withSkippedNotices(withSkippedNotices(null, pks(7)), pks(3));
  expect(skippedNoticesOf(stored)).toEqual([7, 3]);
});

test('a memory that holds the notices already stays the same', () => {
  const stored = pks(7, 3);
  expect(withSkippedNotices(stored, pks(3))).toBe(stored);
  expect(withSkippedNotices(null, [])).toBeNull();
});

test('the newest 200 are remembered', () => {
  const many = pks(...Array.from({ length: 250 }, (_, index) => index + 1));
  const kept = skippedNoticesOf(withSkippedNotices(many.slice(0, 100), many));
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 250, 51]);
});

test('what another version stored counts as no memory', () => {
  for (const stored of [9, 'x', null, { 0: 9 }, [-1, 'x', 1.5, null]]) expect(skippedNoticesOf(stored)).toEqual([]);
});
