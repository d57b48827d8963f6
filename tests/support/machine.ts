import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { proofText, type AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import type { Guid } from '@vigil/shared/contract/ids';

// What stands before the 32 key bytes in an SPKI document of an Ed25519 key (RFC 8410).
const SPKI_PREFIX_BYTES = 12;

/** A machine's key, and the proofs it can make with it. */
export interface MachineKey {
  /** Raw Ed25519 public key in base64. */
  readonly publicKey: string;
  /** A fresh handshake; `more` overrides any of its fields after it was signed. */
  handshake(who: { guid: Guid; credential: string; ts?: number }, more?: Partial<AgentHandshake>): AgentHandshake;
}

export function createMachineKey(): MachineKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX_BYTES);
  return {
    publicKey: raw.toString('base64'),
    handshake({ guid, credential, ts = Date.now() }, more = {}) {
      const nonce = randomBytes(18).toString('base64url');
      const sig = sign(null, Buffer.from(proofText(guid, ts, nonce)), privateKey).toString('base64');
      return { credential, ts, nonce, sig, agent_version: '1.0.0', ...more };
    },
  };
}
