import { expect, test } from 'vitest';
import { meetsPasswordRequirements, isPasswordLevel, unmetPasswordRequirements } from './password-rules.ts';

test.each([
  [0, 'abcd', true],
  [0, 'abc', false],
  [0, 'abcdefghijklm', false],
  [1, 'abc123', true],
  [1, 'abcdef', false],
  [1, 'ab123', false],
  [2, 'abc1234!', true],
  [2, 'abc12345', false],
  [3, 'Abc1234!', true],
  [3, 'abc1234!', false],
  [3, 'ABC1234!', false],
  [3, 'Abcdefg!', false],
  [3, 'Abc12345', false],
  [3, 'Abc1234!Abc12', false],
] as const)('level %i takes %s: %s', (level, password, good) => {
  expect(meetsPasswordRequirements(password, { level, max: 12 })).toBe(good);
});

test('a company may allow passwords of up to 64 characters; what they have to contain stays', () => {
  const rule = { level: 3, max: 64 } as const;
  expect(meetsPasswordRequirements(`Abc1234!${'x'.repeat(56)}`, rule)).toBe(true);
  expect(unmetPasswordRequirements(`Abc1234!${'x'.repeat(57)}`, rule)).toEqual(['length']);
  expect(unmetPasswordRequirements('x'.repeat(64), rule)).toEqual(['upper', 'digit', 'special']);
});

test('spaces around a password are not part of it', () => {
  expect(meetsPasswordRequirements('  Abc1234!  ', { level: 3, max: 12 })).toBe(true);
  expect(unmetPasswordRequirements('  a  ', { level: 0, max: 12 })).toEqual(['length']);
});

test('unmet requirements are listed in the order of the rule', () => {
  expect(unmetPasswordRequirements('', { level: 3, max: 12 })).toEqual([
    'length',
    'upper',
    'lower',
    'digit',
    'special',
  ]);
});

test('only 0 to 3 are levels', () => {
  expect([-1, 0, 1, 2, 3, 4, 1.5].filter(isPasswordLevel)).toEqual([0, 1, 2, 3]);
});
