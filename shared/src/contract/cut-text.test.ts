import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a character of two code units is cut off as a whole', () => {
  expect(cutText(`${'A'.repeat(499)}😀`, 500)).toBe('A'.repeat(499));
  expect(cutText(`${'A'.repeat(498)}😀`, 500)).toBe(`${'A'.repeat(498)}😀`);
  expect(cutText('😀', 0)).toBe('');
});

test('what is cut is a beginning of the text that fits, and well-formed where the text was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, length) => {
      const cut = cutText(text, length);
      expect(text.startsWith(cut) && cut.length <= length && cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
    }),
  );
});
