import { expect, test } from 'vitest';
import { addMissingKeys, createKeyRing, publicKeyRing, rotateKeyRing } from './key-ring.ts';
import { keyedHashes, openSecret, sealSecret } from './secret-box.ts';

const ring = createKeyRing();

test('a secret is decrypted with its key and context only, and encrypted differently each time', () => {
  const sealed = sealSecret(ring.secret, 'JBSWY3DP', 'otp:1');
  expect(openSecret(ring.secret, sealed, 'otp:1')).toBe('JBSWY3DP');
  expect(sealed).not.toContain('JBSWY3DP');
  expect(sealSecret(ring.secret, 'JBSWY3DP', 'otp:1')).not.toBe(sealed);
  expect(() => openSecret(ring.secret, sealed, 'otp:2')).toThrow('authenticate');
  expect(() => openSecret(createKeyRing().secret, sealed, 'otp:1')).toThrow('no secret key');
});

test.each([1, 2, 3])('an altered part %i is detected', (index) => {
  const parts = sealSecret(ring.secret, 'JBSWY3DP', 'otp:1').split('.');
  const bytes = Buffer.from(parts[index] ?? '', 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  parts[index] = bytes.toString('base64url');
  expect(() => openSecret(ring.secret, parts.join('.'), 'otp:1')).toThrow('authenticate');
});

test('a rotated ring decrypts the values and knows the hashes of earlier keys', () => {
  const sealed = sealSecret(ring.secret, 'text', 'a');
  const [hash] = keyedHashes(ring.secret, 'code');
  const rotated = rotateKeyRing(rotateKeyRing(ring));
  expect(openSecret(rotated.secret, sealed, 'a')).toBe('text');
  expect(keyedHashes(rotated.secret, 'code')).toContain(hash);
  expect(keyedHashes(rotated.secret, 'code')[0]).not.toBe(hash);
});

test('completing a ring adds secret keys and keeps the others; the public half has none', () => {
  const old = { ...ring, secret: [] };
  const complete = addMissingKeys(old);
  expect(complete).toMatchObject({ agent: ring.agent, session: ring.session });
  expect(complete.secret).toHaveLength(1);
  expect(addMissingKeys(complete)).toBe(complete);
  expect(publicKeyRing(complete).secret).toEqual([]);
});
