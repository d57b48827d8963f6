import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { rawPublicKey } from '@vigil/agent/raw-keys';
import type { Signer } from '@vigil/agent/signer';

/** The header before the 32 secret bytes in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The same seed and index give the same key, hence the same device, without stored state. The key is derived for each
 * use: 10,000 key objects would cost more memory than deriving one now and then costs time.
 */
export function seededSigner(seed: number, index: number): Signer {
  return {
    get publicKey() {
      return rawPublicKey(keyOf(seed, index));
    },
    sign: (text) => sign(null, Buffer.from(text), keyOf(seed, index)).toString('base64'),
  };
}

function keyOf(seed: number, index: number): KeyObject {
  // This text is part of every derived key: another one would make every simulated device a new device.
  const secret = createHash('sha256').update(`vigil simulated machine ${seed} ${index}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' });
}
