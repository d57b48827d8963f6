import { createPublicKey, type KeyObject } from 'node:crypto';

/** A public key from its 32 bytes in base64 (RFC 8037). @throws Error for another number of bytes */
export const publicKeyFrom = (crv: 'Ed25519' | 'X25519', raw: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv, x: Buffer.from(raw, 'base64').toString('base64url') }, format: 'jwk' });

/** The 32 bytes of the public half of a key, in base64. */
export const rawPublicKey = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
