import { expect, test } from 'vitest';
import { languageOfLocale, personTexts, readPersonTexts, shortNames } from './person-texts.ts';

test.each([
  ['ko_KR.UTF-8', 'ko'],
  ['ja-JP', 'ja'],
  ['de_DE.UTF-8', 'en'],
  [undefined, 'en'],
] as const)('a device whose locale is %s speaks %s', (locale, language) => {
  expect(languageOfLocale(locale)).toBe(language);
});

test('the strongest variable that names a language decides', () => {
  expect(readPersonTexts({ LC_ALL: 'C.UTF-8', LANG: 'ko_KR.UTF-8' })).toBe(personTexts.ko);
  expect(readPersonTexts({ LC_ALL: 'ja_JP.UTF-8', LANG: 'ko_KR.UTF-8' })).toBe(personTexts.ja);
});

test('names are said in a few words', () => {
  expect(shortNames(['Mina', '박민아'])).toBe('Mina, 박민아');
  expect(shortNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c +2');
  expect(shortNames(['M'.repeat(200)])).toBe(`${'M'.repeat(29)}...`);
});
