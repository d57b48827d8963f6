import { expect, test } from 'vitest';
import en from '../../i18n/en/public/legal.json' with { type: 'json' };
import ja from '../../i18n/ja/public/legal.json' with { type: 'json' };
import ko from '../../i18n/ko/public/legal.json' with { type: 'json' };

const numbersIn = (text: string) => (text.match(/\d+/gu) ?? []).map(Number);

test.each([
  ['en', en],
  ['ko', ko],
  ['ja', ja],
])('the terms name the periods of the specification (%s)', (_language, terms) => {
  const { fees_text, refund_text, liability_text, objections_text } = terms.use;
  // Of the trial days and devices; days until a year's licence cannot be ended any more, and to pay by transfer.
  expect(numbersIn(fees_text)).toEqual(expect.arrayContaining([15, 5, 30, 7]));
  // Days to withdraw, and business days until a refund.
  expect(numbersIn(refund_text)).toEqual([7, 15]);
  // Hours in a row and in a month that are compensated, and the months in which to claim it.
  expect(numbersIn(liability_text)).toEqual(expect.arrayContaining([4, 12, 3]));
  // Hours until an answer.
  expect(numbersIn(objections_text)[0]).toBe(48);
  // Days of notice: of a change, and of one that is unfavourable.
  expect(numbersIn(terms.use.end_text)).toEqual([7, 30]);
  // Years: contracts and payments, complaints, inquiries and usage.
  expect(numbersIn(terms.privacy.kept_text)).toEqual([5, 3, 1]);
});
