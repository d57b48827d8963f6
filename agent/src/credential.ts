import { randomBytes } from 'node:crypto';
import { proofText, type AgentHandshake, type ProofPurpose } from '@vigil/shared/contract/agent-handshake';
import type { Hardware } from '@vigil/shared/contract/hardware';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import { PROTOCOL_VERSION } from '@vigil/shared/contract/protocol-version';
import type { Signer } from './signer.ts';

const NONCE_BYTES = 18;

interface Device {
  readonly guid: DeviceGuid;
  readonly credential: string;
  readonly agentVersion: string;
  readonly hardware: Hardware | null;
  /** It has keys to check commands with; otherwise it is of protocol 1. */
  readonly checksCommands: boolean;
}

export interface HandshakeOptions {
  readonly purpose: ProofPurpose;
  /** By the server's clock. */
  readonly ts: number;
}

/** A handshake for one attempt at one purpose: it proves possession of the key, and its nonce is never reused. */
export function createHandshake(device: Device, signer: Signer, { purpose, ts }: HandshakeOptions): AgentHandshake {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const sig = signer.sign(proofText(purpose, { guid: device.guid, ts, nonce }));
  const { credential, agentVersion: agent_version, hardware, checksCommands } = device;
  const protocol = checksCommands ? PROTOCOL_VERSION : 1;
  return { credential, ts, nonce, sig, agent_version, protocol, ...(hardware && { hardware }) };
}

/** Renewal is due at two thirds of a credential's life. */
const RENEW_AT = 2 / 3;

/** Credentials are issued for 30 days; assumed when a token does not state its start. */
const DEFAULT_LIFE_S = 30 * 86_400;

/**
 * When a credential (a JWT) is due for renewal, in milliseconds by the server's clock; `null` when it does not state
 * its end. The token is decoded, not verified: only the server verifies it.
 */
export function renewalTimeOf(credential: string): number | null {
  const body = credential.split('.')[1];
  if (body === undefined) return null;
  try {
    const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp?: unknown; iat?: unknown };
    if (typeof exp !== 'number') return null;
    const from = typeof iat === 'number' ? iat : exp - DEFAULT_LIFE_S;
    return (from + (exp - from) * RENEW_AT) * 1_000;
  } catch {
    return null;
  }
}
