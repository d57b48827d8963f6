import { expect, test } from 'vitest';
import { finePercentText, gigabytesText, percentText, temperatureText, usedOfText } from './format.ts';

test('percents have one decimal, and none at a hundred', () => {
  expect([0, 9.04, 99.94, 99.96, 100].map(percentText)).toEqual(['0.0%', '9.0%', '99.9%', '100%', '100%']);
});

test('disk has two decimals, and megabytes become gigabytes', () => {
  expect(finePercentText(43.2)).toBe('43.20%');
  expect(gigabytesText(1_536)).toBe('1.50 GB');
  expect(usedOfText(512, 2_048)).toBe('0.50 GB / 2.00 GB');
});

test('what cannot be measured is a dash', () => {
  expect([percentText(null), temperatureText(null), usedOfText(null, null)]).toEqual(['–', '–', '–']);
});
