import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/fake-storage.test-support.ts';
import { clearUserStorage } from '../../lib/local-storage-keys.ts';
import {
  preferenceCopyKey,
  noPreferenceEntries,
  readPreferenceCopy,
  mergeServerList,
  unsentKeys,
  markPreferenceSent,
  withPreferenceChange,
  writePreferenceCopy,
  type PreferenceEntries,
} from './preference-entries.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const stored = (key: string, value: string, at: number) => ({ key, value, updated_at: new Date(at).toISOString() });
const changed = (book: PreferenceEntries, value: string, now: number) =>
  withPreferenceChange(book, { key: 'view', value, now, isUnsent: true });
const none: ReadonlySet<string> = new Set();

test('of two browsers the last change wins', () => {
  const offline = changed(noPreferenceEntries, 'icon', NOON);
  const later = mergeServerList(offline, [stored('view', 'live', NOON + 1)], none);
  expect(later).toEqual({ view: { value: 'live', at: NOON + 1, isUnsent: false } });
  const earlier = mergeServerList(offline, [stored('view', 'live', NOON - 1)], none);
  expect(earlier).toEqual(offline);
  expect(unsentKeys(earlier)).toEqual(['view']);
});

test('what the server does not have is removed, but not an unsent change', () => {
  const book = markPreferenceSent(
    changed(noPreferenceEntries, 'icon', NOON),
    'view',
    NOON,
    stored('view', 'icon', NOON),
  );
  expect(mergeServerList(book, [], none)).toEqual({});
  expect(mergeServerList(changed(book, 'live', NOON), [], none)).toMatchObject({ view: { value: 'live' } });
});

test('a change is later than what was known, also on a clock that is behind', () => {
  const book = mergeServerList(noPreferenceEntries, [stored('view', 'live', NOON)], none);
  const next = changed(book, 'icon', NOON - 60_000);
  expect(mergeServerList(next, [stored('view', 'live', NOON)], none)).toMatchObject({ view: { value: 'icon' } });
});

test('a list that was read before a change does not undo it', () => {
  const book = markPreferenceSent(
    changed(noPreferenceEntries, 'icon', NOON),
    'view',
    NOON,
    stored('view', 'icon', NOON),
  );
  expect(mergeServerList(book, [stored('view', 'table', NOON - 5)], new Set(['view']))).toEqual(book);
});

test('the answer to a change leaves a later one unsent', () => {
  const first = changed(noPreferenceEntries, 'icon', NOON);
  const second = changed(first, 'live', NOON + 1);
  expect(unsentKeys(markPreferenceSent(second, 'view', NOON, stored('view', 'icon', NOON)))).toEqual(['view']);
  expect(unsentKeys(markPreferenceSent(first, 'view', NOON, stored('view', 'icon', NOON)))).toEqual([]);
});

test('an equal value stays the same object', () => {
  const hidden = ['mac_addr'];
  const book: PreferenceEntries = { columns: { value: hidden, at: NOON, isUnsent: false } };
  const list = [{ key: 'columns', value: ['mac_addr'], updated_at: new Date(NOON + 1).toISOString() }];
  expect(mergeServerList(book, list, none).columns?.value).toBe(hidden);
});

test('each user of a browser has a copy of their own, which ends with the sign-out', () => {
  const storage = fakeStorage({ [preferenceCopyKey(3)]: '{', [preferenceCopyKey(4)]: '{"view":"icon"}' });
  const book = changed(noPreferenceEntries, 'icon', NOON);
  writePreferenceCopy(storage, 1, book);
  expect([1, 2, 3, 4].map((user) => readPreferenceCopy(storage, user))).toEqual([book, null, null, null]);
  clearUserStorage(storage, { keepsToken: false });
  expect(readPreferenceCopy(storage, 1)).toBeNull();
});
