import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Identifies the secret where it leaks, for people and for scanners. */
const PREFIX = 'vgl_';
const SECRET_BYTES = 24;
const WELL_FORMED = /^vgl_([\da-f]{48})([\da-f]{8})$/u;

const checksumOf = (secret: string): string => crc32(secret).toString(16).padStart(8, '0');

/** The secret of an API token: 192 random bits, and a checksum by which a mistyped one is known without a look-up. */
export function generateApiToken(): string {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether a text is meant to be an API token; a session token never begins so. */
export const hasApiTokenPrefix = (text: string): boolean => text.startsWith(PREFIX);

export function isWellFormedToken(token: string): boolean {
  const [, secret, checksum] = WELL_FORMED.exec(token) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

/** Enough for its owner to recognise a token, and far too little to guess it. */
export const apiTokenHint = (token: string): string => token.slice(0, PREFIX.length + 6);
