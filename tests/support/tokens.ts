import { sign } from 'node:crypto';
import type { RingKey } from '@vigil/shared/platform/key-ring';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Claims for an audience that are valid for an hour. */
export function claimsFor(audience: string, claims: object): object {
  const now = Math.floor(Date.now() / 1_000);
  return { iat: now, exp: now + 3_600, aud: audience, ...claims };
}

/** A JWT made by hand, so that tests can create tokens that the product's signer never would. */
export function forgeToken(claims: object, key: RingKey | undefined, header: object = {}): string {
  const text = `${part({ alg: 'EdDSA', typ: 'JWT', kid: key?.kid, ...header })}.${part(claims)}`;
  const signature = key?.private ? sign(null, Buffer.from(text), key.private).toString('base64url') : '';
  return `${text}.${signature}`;
}

/** The same token with a different signature. */
export function alterSignature(token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return [head, body, bytes.toString('base64url')].join('.');
}

/** The same token with one claim changed and the old signature kept. */
export function alterToken(token: string, change: object): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  return [head, part({ ...claims, ...change }), signature].join('.');
}
