import { expect, test } from 'vitest';
import { renewalTimeOf } from './credential.ts';

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('renewal is due at two thirds of the life', () => {
  expect(renewalTimeOf(token({ iat: 1_000, exp: 4_000 }))).toBe(3_000_000);
});

test('a token that does not say since when is taken for one of 30 days', () => {
  expect(renewalTimeOf(token({ exp: 30 * 86_400 }))).toBe(20 * 86_400_000);
});

test.each(['', 'a.b.c', 'opaque', token({})])('%o says nothing about its end', (text) => {
  expect(renewalTimeOf(text)).toBeNull();
});
