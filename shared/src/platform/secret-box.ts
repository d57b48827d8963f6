import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SymmetricKey } from './key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

const bytesOf = ({ key }: SymmetricKey): Buffer => Buffer.from(key, 'base64');

function first(keys: readonly SymmetricKey[]): SymmetricKey {
  const [key] = keys;
  if (!key) throw new Error('the key ring has no secret key: "npm run admin -- keys --complete" adds one');
  return key;
}

/** Encrypts a text for storage. `context` identifies its row; it cannot be decrypted with another context. */
export function sealSecret(keys: readonly SymmetricKey[], text: string, context: string): string {
  const key = first(keys);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytesOf(key), iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [key.kid, ...[iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
}

/** @throws Error when the key is missing, or the text was altered or has another context */
export function openSecret(keys: readonly SymmetricKey[], sealed: string, context: string): string {
  const [kid, ...parts] = sealed.split('.');
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new Error(`the key ring has no secret key ${kid}`);
  const [iv = Buffer.alloc(0), tag = Buffer.alloc(0), body = Buffer.alloc(0)] = parts.map((part) =>
    Buffer.from(part, 'base64url'),
  );
  const decipher = createDecipheriv(ALGORITHM, bytesOf(key), iv, { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/**
 * HMACs of a text with each secret key, the newest first. For short secrets, whose plain hashes could be reversed by
 * brute force when the database is stolen.
 */
export const keyedHashes = (keys: readonly SymmetricKey[], text: string): readonly [string, ...string[]] => {
  const hash = (key: SymmetricKey) => createHmac('sha256', bytesOf(key)).update(text).digest('hex');
  return [hash(first(keys)), ...keys.slice(1).map(hash)];
};
