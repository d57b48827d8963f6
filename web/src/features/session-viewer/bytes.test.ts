import { expect, test } from 'vitest';
import { base64OfBytes, bytesOfBase64 } from './bytes.ts';

test('any number of bytes is written as text, and read again', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
  expect(bytesOfBase64(base64OfBytes(bytes))).toEqual(bytes);
});
