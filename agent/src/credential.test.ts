import { expect, test } from 'vitest';
import { renewalTimeOf } from './credential.ts';

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('renewal is due at two thirds of the credential’s life', () => {
  expect(renewalTimeOf(token({ iat: 1_000, exp: 4_000 }))).toBe(3_000_000);
});

test('a token without a start is assumed to live for 30 days', () => {
  expect(renewalTimeOf(token({ exp: 30 * 86_400 }))).toBe(20 * 86_400_000);
});

test.each(['', 'a.b.c', 'opaque', token({})])('%o has no renewal time', (text) => {
  expect(renewalTimeOf(text)).toBeNull();
});
