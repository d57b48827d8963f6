import { expect, test } from 'vitest';
import { signUp } from './accounts.ts';
import { updateProfile } from './profile.ts';

const DECOMPOSED = '회의실 민수'.normalize('NFD');
const COMPOSED = '회의실 민수'.normalize('NFC');

test.each(['name', 'department', 'position'] as const)('a %s is stored composed, with plain spaces', (name) => {
  expect(updateProfile.body.parse({ name, value: ` ${DECOMPOSED.replace(' ', '\u3000')} ` })).toEqual({
    name,
    value: COMPOSED,
  });
});

test('characters that nobody sees make no department', () => {
  expect(updateProfile.body.parse({ name: 'department', value: '\u200B\u3164 \u2800' })).toMatchObject({ value: '' });
  expect(signUp.body.shape.company_name.parse('\u3164')).toBe('');
});

test('the names of a sign-up are stored composed', () => {
  const { name, company_name } = signUp.body.shape;
  expect(name.parse(DECOMPOSED)).toBe(COMPOSED);
  expect(company_name.parse(DECOMPOSED)).toBe(COMPOSED);
});
