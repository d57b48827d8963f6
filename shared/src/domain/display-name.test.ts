import { expect, test } from 'vitest';
import { isDisplayName } from './display-name.ts';

test.each(['김미나', '山田 太郎', "Anne-Marie O'Neil", 'J. R. Smith', 'St. John', 'Dr.Park', 'Zoë', ''])(
  '%s is a name',
  (text) => {
    expect(isDisplayName(text)).toBe(true);
  },
);

test.each([
  'You won: http://evil.example',
  'visit www.evil.example',
  'evil.com',
  'evil.co.kr now',
  'Kim\u202Enimda',
  'Kim\nBcc: all@vigil.test',
  'Kim\u0007',
  'Kim\u200Bmina',
])('%j is not a name', (text) => {
  expect(isDisplayName(text)).toBe(false);
});
