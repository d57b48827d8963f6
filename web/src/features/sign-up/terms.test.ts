import { expect, test } from 'vitest';
import en from '../../i18n/en/signup.json' with { type: 'json' };
import ja from '../../i18n/ja/signup.json' with { type: 'json' };
import ko from '../../i18n/ko/signup.json' with { type: 'json' };

const numbersIn = (text: string) => (text.match(/\d+/gu) ?? []).map(Number);

test.each([
  ['en', en],
  ['ko', ko],
  ['ja', ja],
])('the terms name the periods of the specification (%s)', (_language, { terms }) => {
  // Days of notice: of a change, and of one that is unfavourable.
  expect(numbersIn(terms.use.end_text)).toEqual([7, 30]);
  // Years: contracts and payments, complaints, inquiries and usage.
  expect(numbersIn(terms.privacy.kept_text)).toEqual([5, 3, 1]);
});
