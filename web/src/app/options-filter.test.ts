import { expect, test } from 'vitest';
import { findOptions } from './options-filter.ts';

const options = ['회의실'.normalize('NFD'), 'Kim’s till', 'ＰＣ−１', 'Printer'].map((label) => ({
  value: label,
  label,
  disabled: false,
}));
const found = (search: string, limit = 10) =>
  findOptions({ options, search, limit }).map((option) => ('label' in option ? option.label : option.group));

test('choices are found without the difference of composition, apostrophes and width', () => {
  expect(found(' 회의실')).toEqual(['회의실'.normalize('NFD')]);
  expect(found("kim's")).toEqual(['Kim’s till']);
  expect(found('pc')).toEqual(['ＰＣ−１']);
  expect(found('')).toHaveLength(4);
});

test('no more choices are offered than the field shows, over all groups', () => {
  expect(found('', 2)).toHaveLength(2);
  const groups = [
    { group: 'A', items: options },
    { group: 'B', items: options },
  ];
  expect(findOptions({ options: groups, search: '', limit: 5 })).toMatchObject([
    { items: { length: 4 } },
    { items: { length: 1 } },
  ]);
});
