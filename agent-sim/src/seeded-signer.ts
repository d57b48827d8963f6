import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { rawPublicKey, type Signer } from '@vigil/agent/signer';

/** What stands before the 32 secret bytes in a PKCS #8 document of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The same seed and index give the same key, hence the same device, with nothing kept. The key is made for each use:
 * 10,000 key objects would cost more than making one now and then.
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
  const secret = createHash('sha256').update(`vigil simulated machine ${seed} ${index}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' });
}
