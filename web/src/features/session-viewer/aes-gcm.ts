import { gcm } from '@noble/ciphers/aes.js';

/** AES-256-GCM by one key. What was changed on the way is rejected. */
export interface AesGcm {
  encrypt(nonce: Bytes, plain: Bytes): Promise<Bytes>;
  decrypt(nonce: Bytes, sealed: Bytes): Promise<Bytes>;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * By a library: browsers have their own cryptography in secure contexts only, and the console is also opened over plain
 * http.
 */
export const createLibraryAesGcm = (key: Bytes): AesGcm => ({
  encrypt: async (nonce, plain) => new Uint8Array(gcm(key, nonce).encrypt(plain)),
  decrypt: async (nonce, sealed) => new Uint8Array(gcm(key, nonce).decrypt(sealed)),
});

/** By the browser, beside the page's own thread. */
export function createBrowserAesGcm(key: Bytes): AesGcm {
  const { subtle } = globalThis.crypto;
  const imported = subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    encrypt: async (iv, plain) => new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, await imported, plain)),
    decrypt: async (iv, sealed) =>
      new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, await imported, sealed)),
  };
}

/** The types of browsers name `subtle` always. */
const hasBrowserOne = (): boolean => (globalThis.crypto.subtle as SubtleCrypto | undefined) !== undefined;

export const createAesGcm = (key: Bytes): AesGcm =>
  hasBrowserOne() ? createBrowserAesGcm(key) : createLibraryAesGcm(key);
