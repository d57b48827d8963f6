import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldText, fitTexts, repairTexts } from './field-text.ts';

test.each<[unknown, string]>([
  ['plain', 'plain'],
  [7, '7'],
  [20_240_101, '20240101'],
  [true, 'true'],
  [['a', 'b', null], 'a, b'],
  [{ value: 'x' }, ''],
  [null, ''],
  [undefined, ''],
  ['a\0b', 'ab'],
  ['half \ud83d of one', 'half \ufffd of one'],
  [`${'A'.repeat(9)}😀`, 'A'.repeat(9)],
])('%j is the text %j', (value, text) => {
  expect(fieldText(value, 10)).toBe(text.slice(0, 10));
});

test('whatever a system answers, the servers take the repaired value', () => {
  const anything = fc.anything({ values: [fc.string({ unit: 'binary' })], key: fc.string({ unit: 'binary' }) });
  fc.assert(
    fc.property(anything, (value) => {
      const text =
        JSON.stringify(repairTexts(value), (_, field: unknown) => (typeof field === 'bigint' ? 0 : field)) ?? '';
      expect(text).not.toMatch(/\\u(?:0000|d[89a-f])/u);
    }),
  );
  expect(repairTexts({ a: ['\ud800', 1], 'b\0': null })).toEqual({ a: ['\ufffd', 1], b: null });
});

test('the texts of a report are cut, and what is none stays', () => {
  expect(fitTexts({ dns: 'x'.repeat(9), running_time: 5, link: undefined }, 4)).toEqual({
    dns: 'xxxx',
    running_time: 5,
    link: undefined,
  });
});
