import { every } from '@vigil/shared/platform/lifecycle';
import { createUnprovenConnectionRegistry } from '@vigil/shared/platform/unproven-connections';
import type { Server, Socket } from 'socket.io';
import type { Deps } from '../deps.ts';
import { onPacket, webSocketOf, type UndecodedPacketWithCost, type WebSocketOfConnection } from './connection.ts';
import type { AgentSocket, BrowserSocket } from './sockets.ts';

type Connection = Socket['conn'];
type Admitted = AgentSocket | BrowserSocket;

/** A connection that has not proven who it is may send its handshake (a credential has 4 KB) and little else. */
const UNPROVEN_BYTES = 16 * 1_024;
/** A client confirms the end of its WebSocket within a round trip; the library would wait for half a minute. */
const END_DEADLINE_MS = 3_000;
const SWEEP_MS = 1_000;

/**
 * What waits for a client that does not read. Beyond it the client is behind by so much that a new snapshot is cheaper.
 */
const MAX_BACKLOG_BYTES = 8 * 1_024 * 1_024;

/** A packet with attachments begins with its type (5 or 6) and their number; no declared event has more than one. */
const isBinaryPacket = (data: unknown): data is string => typeof data === 'string' && /^[56]/u.test(data);
const hasOneAttachment = (data: string): boolean => data.startsWith('1-', 1);

const lengthOf = (data: unknown): number => (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0);

export interface ConnectionResourceLimiter extends Disposable {
  /** The client of the connection has proven who it is. */
  admit(socket: Admitted): void;
  /** Connections without a proof, packets that wait for their attachment, and ends that are not confirmed. */
  readonly size: number;
}

interface LimitedServer {
  readonly io: Server;
  readonly addressOf: (request: Connection['request']) => string;
  /** Within this time a connection proves who it is. */
  readonly proofDeadlineMs: number;
  /** Connections without a proof at the same time, of all networks; a client that is turned away tries again. */
  readonly maxUnproven: number;
  /** The attachment of a packet follows within this time. */
  readonly attachmentDeadlineMs: number;
}

/** Bounds what a single connection can make the gateway hold: before its handshake, within a packet, and unsent. */
export function limitConnectionResources(
  { io, addressOf, proofDeadlineMs, maxUnproven, attachmentDeadlineMs }: LimitedServer,
  { metrics, log, now }: Deps,
): ConnectionResourceLimiter {
  const closed = metrics.counter('vigil_connections_closed_total', 'Connections closed by a limit', ['limit']);
  const unproven = createUnprovenConnectionRegistry<Connection>(maxUnproven);
  const unfinished = new Map<Connection, number>();
  /** Connections that the gateway has closed and whose clients have not confirmed it yet; these may still send. */
  const ending = new Map<WebSocketOfConnection, number>();

  const cut = (conn: Connection, limit: 'unproven' | 'attachments' | 'backlog') => {
    if (conn.readyState === 'closed') return;
    closed.inc({ limit });
    const webSocket = webSocketOf(conn);
    conn.close(true);
    // The closing handshake would wait behind everything that is not sent.
    webSocket?.terminate();
  };

  const receive = (conn: Connection, { cost, message }: UndecodedPacketWithCost) => {
    const sent = unproven.count(conn, cost);
    if (sent !== undefined && sent > UNPROVEN_BYTES) return cut(conn, 'unproven');
    if (message === undefined) return;
    if (!isBinaryPacket(message)) unfinished.delete(conn);
    else if (hasOneAttachment(message)) unfinished.set(conn, now());
    else cut(conn, 'attachments');
  };

  const awaitEnd = (webSocket: WebSocketOfConnection | undefined) => {
    if (!webSocket || webSocket.readyState === WebSocket.CLOSED) return;
    ending.set(webSocket, now());
    webSocket.once('close', () => ending.delete(webSocket));
  };

  const watchBacklog = (conn: Connection) => {
    /** Of the packets that the transport has not taken yet. */
    let waiting = 0;
    conn.on('packetCreate', ({ data }: { data?: unknown }) => {
      waiting += lengthOf(data);
      if (waiting + (webSocketOf(conn)?.bufferedAmount ?? 0) > MAX_BACKLOG_BYTES) cut(conn, 'backlog');
    });
    conn.on('flush', () => (waiting = 0));
  };

  // Socket.IO always has this namespace. Whoever is in it counts as connected there and has proven nothing.
  io.use((_socket, next) => next(new Error('unknown namespace')));

  io.engine.on('connection', (conn: Connection) => {
    const excess = unproven.add(conn, { address: addressOf(conn.request), at: now() });
    conn.once('close', () => {
      unproven.delete(conn);
      unfinished.delete(conn);
      awaitEnd(webSocketOf(conn));
    });
    if (excess) cut(excess, 'unproven');
    if (excess === conn) return;
    onPacket(conn, (packet) => receive(conn, packet));
    watchBacklog(conn);
  });

  const sweep = every(SWEEP_MS, log, () => {
    for (const [conn, since] of unfinished) if (now() - since > attachmentDeadlineMs) cut(conn, 'attachments');
    for (const [webSocket, since] of ending) if (now() - since > END_DEADLINE_MS) webSocket.terminate();
    // Socket.IO's own deadline ends with the first namespace that admits a connection.
    for (const conn of unproven.addedBefore(now() - proofDeadlineMs)) cut(conn, 'unproven');
  });

  return {
    admit(socket) {
      unproven.delete(socket.conn);
      // A connection serves one namespace; once its socket has left, the connection has no use.
      (socket as Socket).once('disconnect', () => socket.conn.close());
    },
    get size() {
      return unproven.size + unfinished.size + ending.size;
    },
    [Symbol.dispose]: () => sweep[Symbol.dispose](),
  };
}
