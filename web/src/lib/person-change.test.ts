import { expect, test } from 'vitest';
import { aStorage } from './fake-storage.test-support.ts';
import { forgetOtherPerson } from './person-change.ts';

const preferences = ['remember', 'rememberMode', 'notice_skip', 'lang', 'icon_view', 'popup_skip'];
const PERSONAL = 'vigil.tree-open';

const used = (): Storage =>
  aStorage({ [PERSONAL]: 'theirs', ...Object.fromEntries(preferences.map((key) => [key, 'kept'])) });

test('the same person finds everything again', () => {
  const storage = used();
  forgetOtherPerson(storage, '7');
  forgetOtherPerson(storage, '7');
  expect(storage.getItem(PERSONAL)).toBe('theirs');
});

test('another person finds only the remembered preferences', () => {
  const storage = used();
  forgetOtherPerson(storage, '7');
  forgetOtherPerson(storage, '8');
  expect(storage.getItem(PERSONAL)).toBeNull();
  expect(preferences.map((key) => storage.getItem(key))).toEqual(preferences.map(() => 'kept'));
  forgetOtherPerson(storage, '8');
  expect(storage.getItem('vigil.last-user')).toBe('8');
});
