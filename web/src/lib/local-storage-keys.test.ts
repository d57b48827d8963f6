import { expect, test } from 'vitest';
import { fakeStorage } from './fake-storage.test-support.ts';
import { claimStorageForUser, clearUserStorage, belongsToAnotherUser, storageKey } from './local-storage-keys.ts';

test('a sign-out keeps the settings of the browser and removes everything else', () => {
  const storage = fakeStorage();
  const stays = ['remember', 'rememberMode', 'notice_skip', 'popup_skip', 'lang', 'icon_view', 'mobile_app'];
  const goes = [storageKey.token, storageKey.treeOpen, 'something of another page'];
  for (const key of [...stays, ...goes]) storage.setItem(key, 'x');
  clearUserStorage(storage, { keepsToken: false });
  expect(stays.map((key) => storage.getItem(key))).toEqual(stays.map(() => 'x'));
  expect(goes.map((key) => storage.getItem(key))).toEqual(goes.map(() => null));
});

const preferences = ['remember', 'rememberMode', 'notice_skip', 'lang', 'icon_view', 'popup_skip'];
const USER_KEY = 'vigil.tree-open';
const ends = { keepsToken: false };

const used = (): Storage =>
  fakeStorage({ [USER_KEY]: 'value', ...Object.fromEntries(preferences.map((key) => [key, 'kept'])) });

test('the same user keeps all stored values', () => {
  const storage = used();
  claimStorageForUser(storage, '7', ends);
  claimStorageForUser(storage, '7', ends);
  expect(storage.getItem(USER_KEY)).toBe('value');
});

test('a session that stays in its tab clears what the user left, and not the session of the other tabs', () => {
  const storage = fakeStorage({ [USER_KEY]: 'value', [storageKey.token]: 'of the other tabs' });
  claimStorageForUser(storage, '7', ends);
  expect(belongsToAnotherUser(storage, '7')).toBe(false);
  expect(belongsToAnotherUser(storage, '8')).toBe(true);
  claimStorageForUser(storage, '8', { keepsToken: true });
  expect([storage.getItem(USER_KEY), storage.getItem(storageKey.token)]).toEqual([null, 'of the other tabs']);
});

test('another user keeps only the preferences that survive a sign-out', () => {
  const storage = used();
  claimStorageForUser(storage, '7', ends);
  claimStorageForUser(storage, '8', ends);
  expect(storage.getItem(USER_KEY)).toBeNull();
  expect(preferences.map((key) => storage.getItem(key))).toEqual(preferences.map(() => 'kept'));
  claimStorageForUser(storage, '8', ends);
  expect(storage.getItem('vigil.last-user')).toBe('8');
});
