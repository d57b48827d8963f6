import { expect, test } from 'vitest';
import { signUpBodyOf, emptyForm, timeZoneIdOf } from './sign-up-values.ts';

const here = { language: 'en', timeZoneId: 32, from: null } as const;
const filled = { ...emptyForm, mgrid: ' mina ', name: ' Mina ', company: ' Northwind ', website: ' nw.test ' };

test('an enterprise is sent with its trimmed company', () => {
  expect(signUpBodyOf(filled, here)).toMatchObject({
    mgrid: 'mina',
    name: 'Mina',
    use_for: 'enterprise',
    company_name: 'Northwind',
    company_website: 'nw.test',
    lang_code: 'en',
    time_zone_id: 32,
  });
});

test('a personal account is sent without a company, even if one was typed before', () => {
  expect(signUpBodyOf({ ...filled, useFor: 'personal' }, here)).toMatchObject({
    use_for: 'personal',
    company_name: '',
    company_website: '',
  });
});

test('the confirmation of the password is not sent', () => {
  expect(signUpBodyOf(filled, here)).not.toHaveProperty('confirmation');
});

test('the time zone of the browser is used if the product has it', () => {
  expect(timeZoneIdOf('Asia/Tokyo')).toBe(33);
  expect(timeZoneIdOf('Europe/Berlin')).toBe(32);
});

test.each([
  [null, 'web'],
  ['', 'web'],
  [' \u200b\u3164', 'web'],
  ['partner', 'partner'],
  ['  Fair\u202e  2026\n', 'Fair 2026'],
  ['x'.repeat(60), 'x'.repeat(40)],
  [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ['🎪'.repeat(41), '🎪'.repeat(40)],
])('of the address %j the way of the visitor is %j', (from, subscription) => {
  expect(signUpBodyOf(filled, { ...here, from })).toMatchObject({ subscription });
});
