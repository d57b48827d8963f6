import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyFingerprint } from './key-fingerprint.ts';

test('a fingerprint is the first 16 digits that any tool for SHA-256 shows, four by four', () => {
  const sha256 = createHash('sha256').update(Buffer.alloc(32)).digest();
  expect(sha256.toString('hex')).toMatch(/^66687aadf862bd77/u);
  expect(keyFingerprint(sha256)).toBe('6668 7aad f862 bd77');
});
