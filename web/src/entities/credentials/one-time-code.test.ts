import { expect, test } from 'vitest';
import { oneTimeCodeDigits, formatRecoveryCode, groupedSecretOf } from './one-time-code.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-4567', '123456'],
  ['12a', '12'],
  ['', ''],
])('the digits of %s are %s', (typed, digits) => {
  expect(oneTimeCodeDigits(typed)).toBe(digits);
});

test.each([
  ['abcde23456', 'ABCDE-23456'],
  [' ABCDE-23456 ', 'ABCDE-23456'],
  ['abcde', 'ABCDE'],
  ['abcde-23456-7', 'ABCDE-23456'],
])('the recovery code in %s is %s', (typed, code) => {
  expect(formatRecoveryCode(typed)).toBe(code);
});

test('the secret of a QR code can be typed', () => {
  expect(groupedSecretOf('otpauth://totp/Vigil:mina?secret=ABCDEFGHIJ&issuer=Vigil')).toBe('ABCD EFGH IJ');
  expect(groupedSecretOf('otpauth://totp/Vigil:mina')).toBe('');
  expect(groupedSecretOf('nothing of the kind')).toBe('');
});
