import { MAX_CLOCK_SKEW_MS, proofText, type AgentHandshake } from '../contract/agent-handshake.ts';
import { Problem } from '../contract/problems.ts';
import { keys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';
import { isSignedBy, type AgentCredential } from './tokens.ts';

export interface ProofChecks {
  readonly verifyCredential: (token: string) => AgentCredential;
  readonly redis: Redis;
  readonly now: () => number;
}

/**
 * Authenticates an agent without a database: by a credential signed by the API, and a fresh signature of the key that the
 * credential names. Each nonce is accepted once.
 * @throws Problem `credential_invalid`, `credential_expired`, `clock_skew`, `bad_signature`, `replayed`
 */
export async function checkAgentProof(handshake: AgentHandshake, checks: ProofChecks): Promise<AgentCredential> {
  const credential = checks.verifyCredential(handshake.credential);
  const now = checks.now();
  // Negated, so that NaN is refused, too.
  if (!(Math.abs(now - handshake.ts) <= MAX_CLOCK_SKEW_MS)) throw new Problem('clock_skew', { detail: now });
  const text = proofText(credential.guid, handshake.ts, handshake.nonce);
  if (!(await isSignedBy(credential.key, text, handshake.sig))) throw new Problem('bad_signature');
  const stored = await checks.redis.commands.set(keys.nonce(credential.guid, handshake.nonce), '1', {
    condition: 'NX',
    expiration: { type: 'PX', value: 2 * MAX_CLOCK_SKEW_MS },
  });
  if (stored === null) throw new Problem('replayed');
  return credential;
}
