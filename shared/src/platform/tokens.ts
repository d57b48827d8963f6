import { createHash, randomBytes, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { createDecoder, createSigner, createVerifier, TokenError } from 'fast-jwt';
import * as z from 'zod';
import { CompanyPk, DevicePk, DeviceGuid, UserPk, SessionId } from '../contract/ids.ts';
import { Problem } from '../contract/problems.ts';
import type { RingKey } from './key-ring.ts';
import { publicKeyFrom } from './raw-keys.ts';

const AGENT_AUDIENCE = 'agent';
const CREDENTIAL_LIFETIME = '30d';

/** Claims of an agent's credential: the API confirms that the key belongs to this device of this company. */
export const AgentCredential = z.object({
  guid: DeviceGuid,
  device: DevicePk,
  company: CompanyPk,
  /** Raw Ed25519 public key in base64, and its SHA-256 in base64url. */
  key: z.string(),
  thumbprint: z.string(),
});
export type AgentCredential = z.infer<typeof AgentCredential>;

/**
 * `half` is a sign-in with steps left; it is accepted by the next step only. `screen` is a wall screen, accepted in its
 * cookie only.
 */
export const SessionClaims = z.object({
  jti: SessionId,
  user: UserPk,
  company: CompanyPk,
  kind: z.enum(['session', 'half', 'screen']),
  /** When it was signed, in seconds since 1970. */
  iat: z.number().optional(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

export const SESSION_AUDIENCE = 'console';

export const thumbprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url');

/** The prefix prevents a leading dash on a command line, and identifies the token when it is leaked. */
export const randomToken = (): string => `vigil_${randomBytes(32).toString('base64url')}`;
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

function signer(keys: readonly RingKey[], audience: string, expiresIn: string) {
  const [key] = keys;
  if (!key?.private) throw new Error('the key ring has no private key');
  return createSigner({ algorithm: 'EdDSA', key: key.private, kid: key.kid, aud: audience, expiresIn });
}

/** Verifies a token with the key that it names. Only EdDSA is accepted, never "none". */
function verifier(keys: readonly RingKey[], options: { audience: string; ignoreExpiration?: boolean }) {
  const decode = createDecoder({ complete: true });
  const byKid = new Map(
    keys.map((key) => [
      key.kid,
      createVerifier({
        algorithms: ['EdDSA'],
        key: key.public,
        allowedAud: options.audience,
        // Otherwise a token without audience or expiry would be accepted.
        requiredClaims: ['aud', 'exp'],
        ignoreExpiration: options.ignoreExpiration ?? false,
        cache: false,
      }),
    ]),
  );
  return (token: string): unknown => {
    const { header } = decode(token) as { header: { kid?: string } };
    const verifyToken = byKid.get(header.kid ?? '');
    if (!verifyToken) throw new Problem('credential_invalid');
    return verifyToken(token);
  };
}

export interface AgentCredentialSigner {
  (credential: AgentCredential): string;
}

export const createAgentCredentialSigner = (keys: readonly RingKey[]): AgentCredentialSigner =>
  signer(keys, AGENT_AUDIENCE, CREDENTIAL_LIFETIME);

/** @throws Problem `credential_expired` or `credential_invalid` */
export function createAgentCredentialVerifier(keys: readonly RingKey[], options: { ignoreExpiration?: boolean } = {}) {
  const check = verifier(keys, { audience: AGENT_AUDIENCE, ...options });
  return (token: string): AgentCredential => {
    try {
      return AgentCredential.parse(check(token));
    } catch (cause) {
      const expired = cause instanceof TokenError && cause.code === TokenError.codes.expired;
      throw new Problem(expired ? 'credential_expired' : 'credential_invalid', { cause });
    }
  };
}

/** @throws Problem `session_invalid` */
export function createSessionVerifier(keys: readonly RingKey[]) {
  const check = verifier(keys, { audience: SESSION_AUDIENCE });
  return (token: string): SessionClaims => {
    try {
      return SessionClaims.parse(check(token));
    } catch (cause) {
      throw new Problem('session_invalid', { cause });
    }
  };
}

const verifyInPool = promisify(verify);

/**
 * Whether `signature` (base64) is the Ed25519 signature of `text` by the raw public key (base64). It is checked in the
 * thread pool, so that thousands of agents connecting at once do not block the event loop.
 */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const key = publicKeyFrom('Ed25519', publicKey);
    return await verifyInPool(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
