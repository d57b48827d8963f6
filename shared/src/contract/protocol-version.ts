/**
 * Raised with incompatible changes of socket messages; `contract.test.ts` has the hash of their schemas. Agents
 * announce it at the handshake. Version 2: commands are signed (CMD-8). Version 3: gateways refuse with
 * `device_unknown` (HELLO-5), and proofs name their purpose (HELLO-1).
 */
export const PROTOCOL_VERSION = 3;

/** The first version that checks the signatures of commands. */
export const PROTOCOL_WITH_SIGNATURES = 2;

/** The first version whose proofs name their purpose. */
export const PROTOCOL_WITH_PURPOSE = 3;

export const API_BASE = '/lmm/api/v1.0';
export const AGENT_NAMESPACE = '/agent';
export const CONSOLE_NAMESPACE = '/console';

/** Maximum size of one packet in bytes, in both directions. */
export const MAX_SOCKET_PACKET_BYTES = 512 * 1024;
