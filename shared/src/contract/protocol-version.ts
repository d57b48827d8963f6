/** Raised when what goes over a socket changes; `contract.test.ts` holds the schema's hash beside it. */
export const PROTOCOL_VERSION = 1;

export const API_BASE = '/lmm/api/v1.0';
export const AGENT_NAMESPACE = '/agent';
export const CONSOLE_NAMESPACE = '/console';

/** What either end may send in one packet, in bytes (real-time contract). */
export const MAX_PAYLOAD_BYTES = 512 * 1024;
