import * as z from 'zod';
import { Hardware } from './hardware.ts';
import type { DeviceGuid } from './ids.ts';

/** The `auth` of an agent's socket: its credential and a fresh proof that it holds the key named there. */
export const AgentHandshake = z.object({
  credential: z.string().max(4_096),
  ts: z.number(),
  nonce: z.string().min(22).max(128),
  sig: z.string().max(200),
  agent_version: z.string().max(40),
  /** Agents of versions before this field send none, and are admitted without it. */
  hardware: Hardware.optional(),
  /** `PROTOCOL_VERSION` of the agent; those that send none are of version 1 (decision 92). */
  protocol: z.int().min(1).max(1_000).optional(),
});
export type AgentHandshake = z.infer<typeof AgentHandshake>;

/** Maximum difference of the clocks in milliseconds. A nonce is stored for twice as long. */
export const MAX_CLOCK_SKEW_MS = 120_000;

/**
 * What a proof is for, so that a server which is shown it can use it for nothing else; downloads name their command.
 */
export type ProofPurpose = 'connect' | 'renew' | 'new-key' | `application:${string}` | `release:${string}`;

interface ProofSubject {
  readonly guid: DeviceGuid;
  readonly ts: number;
  readonly nonce: string;
}

/** The bytes that an agent signs with its Ed25519 key. */
export const proofText = (purpose: ProofPurpose, { guid, ts, nonce }: ProofSubject): string =>
  `vigil-agent|${purpose}|${guid}|${ts}|${nonce}`;

/** Agents of earlier versions sign this, for any purpose. */
export const legacyProofText = ({ guid, ts, nonce }: ProofSubject): string => `vigil-agent|${guid}|${ts}|${nonce}`;

/** The bytes that the new key signs when a copied device makes one of its own. */
export const copiedDeviceKeyProofText = (guid: DeviceGuid, ts: number, nonce: string): string =>
  `vigil-agent-key|${guid}|${ts}|${nonce}`;

/**
 * `connect_error.data` of a refused agent. `server_time` in milliseconds lets it correct its clock; before
 * `retry_after_ms` another attempt is refused, too.
 */
export const AgentHandshakeRefusal = z.object({
  code: z.string(),
  server_time: z.number().optional(),
  retry_after_ms: z.number().nonnegative().optional(),
});
export type AgentHandshakeRefusal = z.infer<typeof AgentHandshakeRefusal>;
