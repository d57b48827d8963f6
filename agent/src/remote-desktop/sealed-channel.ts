import {
  createCipheriv,
  createDecipheriv,
  createHash,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import { desktopKeyLabels } from '@vigil/shared/contract/remote-desktop/transcript';
import { publicKeyFrom, rawPublicKey } from '../raw-keys.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

export interface SealedChannel {
  seal(plain: Uint8Array): Buffer;
  /** @throws Error for what was changed, repeated or left out on the way */
  open(sealed: Uint8Array): Buffer;
}

/** A key for one connection, and the keys of both directions once the other end is known (RELAY-5). */
export function createKeyAgreement() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: rawPublicKey(publicKey),
    /** @throws Error for a key that gives no secret */
    agree(viewerKey: string, transcript: string): SealedChannel {
      const secret = diffieHellman({
        privateKey,
        publicKey: publicKeyFrom('X25519', viewerKey),
      });
      const salt = createHash('sha256').update(transcript).digest();
      const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', secret, salt, label, KEY_BYTES));
      return createSealedChannel({ out: keyOf(desktopKeyLabels.toViewer), in: keyOf(desktopKeyLabels.toAgent) });
    },
  };
}

/**
 * The number of a message is its nonce and is not sent: one that is missing makes the next one unreadable (RELAY-6).
 */
export function createSealedChannel(keys: { readonly out: Buffer; readonly in: Buffer }): SealedChannel {
  let [sent, received] = [0n, 0n];
  return {
    seal(plain) {
      const cipher = createCipheriv(CIPHER, keys.out, nonceOf(sent));
      sent += 1n;
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv(CIPHER, keys.in, nonceOf(received));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
      received += 1n;
      return plain;
    },
  };
}

function nonceOf(number: bigint): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(number, NONCE_BYTES - 8);
  return nonce;
}
