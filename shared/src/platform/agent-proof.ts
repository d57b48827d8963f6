import {
  MAX_CLOCK_SKEW_MS,
  proofText,
  legacyProofText,
  type AgentHandshake,
  type ProofPurpose,
} from '../contract/agent-handshake.ts';
import { Problem } from '../contract/problems.ts';
import { PROTOCOL_WITH_PURPOSE } from '../contract/protocol-version.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';
import { loadLuaScript } from './redis/script.ts';
import { isSignedBy, type AgentCredential } from './tokens.ts';

/** A handshake could be replayed for as long as both clocks may differ. */
const NONCE_MS = 2 * MAX_CLOCK_SKEW_MS;

/** Far more than the connections, renewals and downloads of a device within that time. */
const MAX_NONCES = 500;

const takeNonce = loadLuaScript(new URL('take-nonce.lua', import.meta.url), {
  keys: ['nonces'],
  args: ['nonce', 'kept_ms', 'most'],
});

export interface AgentProofChecks {
  readonly purpose: ProofPurpose;
  readonly verifyCredential: (token: string) => AgentCredential;
  readonly redis: Redis;
  readonly now: () => number;
}

/**
 * Authenticates an agent without a database: by a credential signed by the API, and a fresh signature of the key that
 * the credential names. Each nonce is accepted once. Only holders of the key use up the nonces of a device.
 * @throws Problem `credential_invalid`, `credential_expired`, `clock_skew`, `bad_signature`, `replayed`,
 *   `too_many_requests`
 */
export async function consumeAgentProof(handshake: AgentHandshake, checks: AgentProofChecks): Promise<AgentCredential> {
  const credential = checks.verifyCredential(handshake.credential);
  const now = checks.now();
  // Negated, so that NaN is refused, too.
  if (!(Math.abs(now - handshake.ts) <= MAX_CLOCK_SKEW_MS)) throw new Problem('clock_skew', { detail: now });
  if (!(await isProvenFor(checks.purpose, { handshake, credential }))) throw new Problem('bad_signature');
  const args = { nonce: handshake.nonce, kept_ms: NONCE_MS, most: MAX_NONCES };
  const waitMs = Number(
    await checks.redis.run(takeNonce, { keys: { nonces: redisKeys.nonces(credential.guid) }, args }),
  );
  if (waitMs < 0) throw new Problem('replayed');
  if (waitMs > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(waitMs / 1_000) });
  return credential;
}

/**
 * A handshake that says it is of an earlier version was signed without a purpose: one that a later agent signed does
 * not become such a one by another number. It fetches no application, whose file is the company's, and gets no device
 * of its own: who was shown the proof could ask for one with another key.
 */
async function isProvenFor(
  purpose: ProofPurpose,
  { handshake, credential }: { handshake: AgentHandshake; credential: AgentCredential },
): Promise<boolean> {
  const { ts, nonce, sig, protocol = 1 } = handshake;
  const subject = { guid: credential.guid, ts, nonce };
  if (await isSignedBy(credential.key, proofText(purpose, subject), sig)) return true;
  if (protocol >= PROTOCOL_WITH_PURPOSE || purpose === 'new-key' || purpose.startsWith('application:')) return false;
  return isSignedBy(credential.key, legacyProofText(subject), sig);
}
