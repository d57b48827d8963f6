import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  proofText,
  legacyProofText,
  type AgentHandshake,
  type ProofPurpose,
} from '@vigil/shared/contract/agent-handshake';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import { PROTOCOL_WITH_PURPOSE } from '@vigil/shared/contract/protocol-version';

// Length of the header before the 32 key bytes in the SPKI encoding of an Ed25519 key (RFC 8410).
const SPKI_PREFIX_BYTES = 12;

/** The key pair of an agent, which signs the proofs of its handshakes. */
export interface AgentKey {
  /** Raw Ed25519 public key in base64. */
  readonly publicKey: string;
  /** Signature over the UTF-8 of `text`, in base64. */
  sign(text: string): string;
  /**
   * A fresh handshake, as an agent of its `protocol` signs it; `more` overrides any of its fields after it was signed.
   * The default is the first version, whose proofs name no purpose.
   */
  handshake(
    agent: { guid: DeviceGuid; credential: string; ts?: number; purpose?: ProofPurpose },
    more?: Partial<AgentHandshake>,
  ): AgentHandshake;
}

export function createAgentKey(): AgentKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX_BYTES);
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    publicKey: raw.toString('base64'),
    sign: signed,
    handshake({ guid, credential, ts = Date.now(), purpose = 'connect' }, more = {}) {
      const nonce = randomBytes(18).toString('base64url');
      const subject = { guid, ts, nonce };
      const namesPurpose = (more.protocol ?? 1) >= PROTOCOL_WITH_PURPOSE;
      const sig = signed(namesPurpose ? proofText(purpose, subject) : legacyProofText(subject));
      return { credential, ts, nonce, sig, agent_version: '1.0.0', ...more };
    },
  };
}
