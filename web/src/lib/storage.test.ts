import { expect, test } from 'vitest';
import { aStorage } from './fake-storage.test-support.ts';
import { forgetPerson, storageKey } from './storage.ts';

test('a sign-out leaves what belongs to the machine, and nothing else', () => {
  const storage = aStorage();
  const stays = ['remember', 'rememberMode', 'notice_skip', 'popup_skip', 'lang', 'icon_view', 'mobile_app'];
  const goes = [storageKey.token, storageKey.columns, storageKey.treeOpen, 'something of another page'];
  for (const key of [...stays, ...goes]) storage.setItem(key, 'x');
  forgetPerson(storage);
  expect(stays.map((key) => storage.getItem(key))).toEqual(stays.map(() => 'x'));
  expect(goes.map((key) => storage.getItem(key))).toEqual(goes.map(() => null));
});
