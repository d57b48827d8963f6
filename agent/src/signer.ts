import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { rawPublicKey } from './raw-keys.ts';
import type { StateStore } from './state-store.ts';

/** The agent's own Ed25519 key; the private key itself is never exposed. */
export interface Signer {
  /** Raw public key, 32 bytes in base64. */
  readonly publicKey: string;
  /** Signature over the UTF-8 of `text`, in base64. */
  sign(text: string): string;
}

export function createSigner(key: KeyObject): Signer {
  return {
    publicKey: rawPublicKey(key),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

export const KEY_FILE = 'agent.key';

/** A new private key (PEM). */
export const generatePrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const parsePrivateKey = (pem: string): KeyObject => createPrivateKey(pem);

/** The key of the store; null before there is one. */
export function readStoredSigner(store: StateStore): Signer | null {
  const pem = store.read(KEY_FILE);
  return pem === null ? null : createSigner(parsePrivateKey(pem));
}

/** Loads the key from the store; generates it at the first call. */
export function loadSigner(store: StateStore): Signer {
  const stored = readStoredSigner(store);
  if (stored) return stored;
  const pem = generatePrivateKey();
  store.write(KEY_FILE, pem);
  return createSigner(parsePrivateKey(pem));
}

export const removeKey = (store: StateStore): void => store.remove(KEY_FILE);
