import { expect, test } from 'vitest';
import { bodyOf, emptyForm, timeZoneIdOf } from './sign-up-values.ts';

const here = { language: 'en', timeZoneId: 32 } as const;
const filled = { ...emptyForm, mgrid: ' mina ', name: ' Mina ', company: ' Northwind ', website: ' nw.test ' };

test('an enterprise is sent with its company, without the spaces around it', () => {
  expect(bodyOf(filled, here)).toMatchObject({
    mgrid: 'mina',
    name: 'Mina',
    subscription: 'enterprise',
    company_name: 'Northwind',
    company_website: 'nw.test',
    lang_code: 'en',
    time_zone_id: 32,
  });
});

test('a person has no company, whatever was typed before', () => {
  expect(bodyOf({ ...filled, useFor: 'personal' }, here)).toMatchObject({
    subscription: 'personal',
    company_name: '',
    company_website: '',
  });
});

test('the confirmation stays here', () => {
  expect(bodyOf(filled, here)).not.toHaveProperty('confirmation');
});

test('the zone of the browser is taken where the product has it', () => {
  expect(timeZoneIdOf('Asia/Tokyo')).toBe(33);
  expect(timeZoneIdOf('Europe/Berlin')).toBe(32);
});
