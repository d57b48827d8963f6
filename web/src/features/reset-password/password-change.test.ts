import { expect, test } from 'vitest';
import { passwordChangeProblem, fieldOfRefusal } from './password-change.ts';

const rule = { level: 3, max: 12 } as const;
const byLink = { rule, asksOriginal: false } as const;
const good = { original: '', pw: 'Abc1234!', confirmation: 'Abc1234!' };

test('a new password meets the level and equals its confirmation', () => {
  expect(passwordChangeProblem(good, byLink)).toBeNull();
  expect(passwordChangeProblem({ ...good, pw: 'abc', confirmation: 'abc' }, byLink)?.code).toBe('password_level3');
  expect(passwordChangeProblem({ ...good, pw: 'abc' }, { ...byLink, rule: { level: 1, max: 12 } })?.code).toBe(
    'password_level1',
  );
  expect(passwordChangeProblem({ ...good, confirmation: 'Abc1234?' }, byLink)).toEqual({
    field: 'confirmation',
    code: 'password_confirm',
  });
});

test('the current password is required only without a link', () => {
  expect(passwordChangeProblem(good, { rule, asksOriginal: true })).toEqual({
    field: 'original',
    code: 'no_input_data',
  });
  expect(passwordChangeProblem({ ...good, original: 'old' }, { rule, asksOriginal: true })).toBeNull();
});

test('a refusal is shown at its field', () => {
  expect(fieldOfRefusal('invalid_id_and_pw')).toBe('original');
  expect(fieldOfRefusal('password_level2')).toBe('pw');
  expect(fieldOfRefusal('password_modified_error')).toBe('pw');
  expect(fieldOfRefusal('link_invalid')).toBeNull();
});
