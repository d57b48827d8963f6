import { expect, test } from 'vitest';
import {
  fileSizeText,
  finePercentText,
  gigabytesText,
  oneDecimalPercentText,
  temperatureText,
  usedOfText,
} from './format.ts';

test('percents have one decimal, and none at a hundred', () => {
  expect([0, 9.04, 99.94, 99.96, 100].map(oneDecimalPercentText)).toEqual(['0.0%', '9.0%', '99.9%', '100%', '100%']);
});

test('disk has two decimals, and megabytes become gigabytes', () => {
  expect(finePercentText(43.2)).toBe('43.20%');
  expect(gigabytesText(1_536)).toBe('1.50 GB');
  expect(usedOfText(512, 2_048)).toBe('0.50 GB / 2.00 GB');
});

test('temperatures stand below each other with one decimal', () => {
  expect([50, 51.94].map(temperatureText)).toEqual(['50.0 °C', '51.9 °C']);
});

test('a missing value is a dash', () => {
  expect([oneDecimalPercentText(null), temperatureText(null), usedOfText(null, null)]).toEqual(['–', '–', '–']);
});

test('file sizes have units in steps of 1024', () => {
  expect([0, 1_023, 1_024, 5_452_595, 3 * 1_024 ** 4].map(fileSizeText)).toEqual([
    '0 Bytes',
    '1023 Bytes',
    '1.0 KB',
    '5.2 MB',
    '3.0 TB',
  ]);
});
