import type { Socket as TcpSocket } from 'node:net';
import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import type { ListenerMap } from '@vigil/shared/contract/event';
import type { agentDown } from '@vigil/shared/contract/events/agent-down';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import { AGENT_NAMESPACE } from '@vigil/shared/contract/protocol-version';
import { Manager, type Socket } from 'socket.io-client';
import { proxyAgentOf, type ProxyAddress } from './proxy.ts';

export type AgentSocket = Socket<ListenerMap<typeof agentDown>, ListenerMap<typeof agentUp>>;

/** Timeout for a gateway that accepted the TCP connection but does not answer. */
const OPEN_TIMEOUT_MS = 10_000;

/** A socket that is not yet open and never reconnects by itself: `Connection` decides when to retry. */
export function createAgentSocket(
  { gatewayUrl, proxy }: { gatewayUrl: string; proxy: ProxyAddress },
  handshake: () => AgentHandshake,
): AgentSocket {
  const manager = new Manager(gatewayUrl, {
    autoConnect: false,
    reconnection: false,
    transports: ['websocket'],
    timeout: OPEN_TIMEOUT_MS,
    // Frames are compressed images and samples are small: a compressor per socket costs memory without benefit.
    perMessageDeflate: false as never,
    // Its type is that of browsers.
    ...(proxy !== null && { agent: proxyAgentOf(proxy) as never }),
  });
  return manager.socket(AGENT_NAMESPACE, { auth: (send) => send(handshake()) });
}

/** The parts of Engine.IO's WebSocket transport that its types keep private. */
interface WebSocketTransport {
  ws?: { bufferedAmount: number; _socket?: TcpSocket } | null;
}

const transportOf = (socket: AgentSocket): WebSocketTransport | undefined =>
  socket.io.engine?.transport as unknown as WebSocketTransport | undefined;

/** Bytes that were written but not yet accepted by the network. */
export const unsentBytesOf = (socket: AgentSocket): number => transportOf(socket)?.ws?.bufferedAmount ?? 0;

/** The underlying TCP socket, for tests and scenarios that disturb the network; `null` while there is none. */
export const tcpSocketOf = (socket: AgentSocket): TcpSocket | null => transportOf(socket)?.ws?._socket ?? null;
