import type { Socket as TcpSocket } from 'node:net';
import type { agentDown } from '@vigil/shared/contract/events/agent-down';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import type { ListenerMap } from '@vigil/shared/contract/event';
import { AGENT_NAMESPACE } from '@vigil/shared/contract/protocol-version';
import { Manager, type Socket } from 'socket.io-client';

export type AgentSocket = Socket<ListenerMap<typeof agentDown>, ListenerMap<typeof agentUp>>;

/** A gateway that took the TCP connection but does not answer is given up after this. */
const OPEN_TIMEOUT_MS = 10_000;

/** A socket that is not yet open and never reconnects by itself: when to try again is `Connection`'s decision. */
export function createAgentSocket(gatewayUrl: string, handshake: () => AgentHandshake): AgentSocket {
  const manager = new Manager(gatewayUrl, {
    autoConnect: false,
    reconnection: false,
    transports: ['websocket'],
    timeout: OPEN_TIMEOUT_MS,
    // Frames are compressed pictures and samples are small: a compressor per socket costs memory and wins nothing.
    perMessageDeflate: false as never,
  });
  return manager.socket(AGENT_NAMESPACE, { auth: (send) => send(handshake()) });
}

/** The parts of Engine.IO's WebSocket transport that its types keep private. */
interface WebSocketTransport {
  ws?: { bufferedAmount: number; _socket?: TcpSocket } | null;
}

const transportOf = (socket: AgentSocket): WebSocketTransport | undefined =>
  socket.io.engine?.transport as unknown as WebSocketTransport | undefined;

/** Bytes that were written and that the network has not taken yet. */
export const backlogOf = (socket: AgentSocket): number => transportOf(socket)?.ws?.bufferedAmount ?? 0;

/** The TCP socket below, for tests and scenarios that play with the network; `null` while there is none. */
export const tcpSocketOf = (socket: AgentSocket): TcpSocket | null => transportOf(socket)?.ws?._socket ?? null;
