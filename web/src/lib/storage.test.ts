import { expect, test } from 'vitest';
import { fakeStorage } from './fake-storage.test-support.ts';
import { clearPreviousUser, clearUserStorage, storageKey } from './storage.ts';

test('a sign-out keeps the settings of the browser and removes everything else', () => {
  const storage = fakeStorage();
  const stays = ['remember', 'rememberMode', 'notice_skip', 'popup_skip', 'lang', 'icon_view', 'mobile_app'];
  const goes = [storageKey.token, storageKey.treeOpen, 'something of another page'];
  for (const key of [...stays, ...goes]) storage.setItem(key, 'x');
  clearUserStorage(storage);
  expect(stays.map((key) => storage.getItem(key))).toEqual(stays.map(() => 'x'));
  expect(goes.map((key) => storage.getItem(key))).toEqual(goes.map(() => null));
});

const preferences = ['remember', 'rememberMode', 'notice_skip', 'lang', 'icon_view', 'popup_skip'];
const USER_KEY = 'vigil.tree-open';

const used = (): Storage =>
  fakeStorage({ [USER_KEY]: 'value', ...Object.fromEntries(preferences.map((key) => [key, 'kept'])) });

test('the same user keeps all stored values', () => {
  const storage = used();
  clearPreviousUser(storage, '7');
  clearPreviousUser(storage, '7');
  expect(storage.getItem(USER_KEY)).toBe('value');
});

test('another user keeps only the preferences that survive a sign-out', () => {
  const storage = used();
  clearPreviousUser(storage, '7');
  clearPreviousUser(storage, '8');
  expect(storage.getItem(USER_KEY)).toBeNull();
  expect(preferences.map((key) => storage.getItem(key))).toEqual(preferences.map(() => 'kept'));
  clearPreviousUser(storage, '8');
  expect(storage.getItem('vigil.last-user')).toBe('8');
});
