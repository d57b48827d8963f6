import { expect, test } from 'vitest';
import { cleanLines } from './patterns.ts';

test('a text of several lines keeps its lines, and nothing that hides or reorders text', () => {
  expect(cleanLines('gate\r\n2nd\rfloor\u2028left\u0085end')).toBe('gate\n2nd\nfloor\nleft\nend');
  expect(cleanLines('a\tb')).toBe('a b');
  expect(cleanLines('exe\u202Egpj.\u0000\u0007\u200B\uFEFF\u00AD')).toBe('exegpj.');
});

test('emoji and scripts that are written with joiners stay whole', () => {
  for (const text of ['👩‍👧', 'می‌خواهم', '현관 1층', '⚠️']) expect(cleanLines(text)).toBe(text);
});
