import { expect, test } from 'vitest';
import { cleanLines, cleanName, hasHiddenCharacters } from './patterns.ts';

test('a text of several lines keeps its lines, and nothing that hides or reorders text', () => {
  expect(cleanLines('gate\r\n2nd\rfloor\u2028left\u0085end')).toBe('gate\n2nd\nfloor\nleft\nend');
  expect(cleanLines('a\tb')).toBe('a b');
  expect(cleanLines('exe\u202Egpj.\u0000\u0007\u200B\uFEFF\u00AD')).toBe('exegpj.');
});

test('emoji and scripts that are written with joiners stay whole', () => {
  for (const text of ['👩‍👧', 'می‌خواهم', '현관 1층', '⚠️']) expect(cleanLines(text)).toBe(text);
});

test.each(['a\uFFFEb', 'a\uFFFFb', 'a\uFDD0b', 'a\u{1FFFE}b', 'a\uD800b'])('%j loses what is no character', (text) => {
  expect([cleanLines(text), cleanName(text), hasHiddenCharacters(text)]).toEqual(['ab', 'ab', true]);
});

test('texts of several lines are stored in one form of Unicode', () => {
  expect(cleanLines('회의실 노트북'.normalize('NFD'))).toBe('회의실 노트북'.normalize('NFC'));
});
