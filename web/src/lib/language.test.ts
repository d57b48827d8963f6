import { expect, test } from 'vitest';
import { initialLanguage } from './language.ts';

test.each([
  ['/en/device/all', 'lang=ja', ['ko'], 'en'],
  ['/', 'a=b; lang=ja', ['en-US'], 'ja'],
  ['/', '', ['fr-FR', 'en-US', 'ko'], 'en'],
  ['/', 'lang=fr', ['JA-jp'], 'ja'],
  ['/', '', ['fr', 'de'], 'ko'],
  ['/', '', [], 'ko'],
  ['/fr/device/all', 'lang=en', ['en'], 'ko'],
])('%s with the cookie %j and %j starts in %s', (path, cookies, wanted, language) => {
  expect(initialLanguage(path, cookies, wanted)).toBe(language);
});
