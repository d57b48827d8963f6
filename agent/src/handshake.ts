import { randomBytes } from 'node:crypto';
import { proofText, type AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import type { Guid } from '@vigil/shared/contract/ids';
import type { Signer } from './signer.ts';

const NONCE_BYTES = 18;

/** A fresh proof of the key, for one attempt: a nonce is never used twice. `ts` by the server's clock. */
export function makeHandshake(
  who: { guid: Guid; credential: string; agentVersion: string },
  signer: Signer,
  ts: number,
): AgentHandshake {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const sig = signer.sign(proofText(who.guid, ts, nonce));
  return { credential: who.credential, ts, nonce, sig, agent_version: who.agentVersion };
}
