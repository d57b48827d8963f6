import type { AgentMessage, Heartbeat } from './messages.ts';

/** What an encrypted message of an agent begins with that is JSON, and no frame (RELAY-7). */
const TEXT_MESSAGE = 2;

export function encodeAgentMessage(message: AgentMessage | Heartbeat): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = TEXT_MESSAGE;
  bytes.set(text, 1);
  return bytes;
}

/**
 * Without a schema, for the browser: the message was sealed by the agent.
 * @returns null for a frame
 * @throws SyntaxError for what is no JSON
 */
export const decodeAgentMessage = (bytes: Uint8Array): AgentMessage | Heartbeat | null =>
  bytes[0] === TEXT_MESSAGE
    ? (JSON.parse(new TextDecoder().decode(bytes.subarray(1))) as AgentMessage | Heartbeat)
    : null;
