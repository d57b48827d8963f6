import type { Socket } from 'socket.io';

/** The WebSocket of a connection; engine.io's types do not declare it. */
export interface WebSocketOfConnection {
  readonly bufferedAmount: number;
  /** As in browsers: `WebSocket.CLOSED` is 3. */
  readonly readyState: number;
  once(event: 'close', listener: () => void): void;
  pause(): void;
  resume(): void;
  /** Closes at once, without what is still to be sent. */
  terminate(): void;
}

type Connection = Pick<Socket, 'conn'>['conn'];

/** Undefined for long polling. */
export const webSocketOf = (conn: Connection): WebSocketOfConnection | undefined =>
  (conn.transport as unknown as { readonly socket?: WebSocketOfConnection }).socket;

/** Packets that wait until the transport accepts more. */
export const countQueuedPackets = (conn: Connection): number =>
  (conn as unknown as { readonly writeBuffer: { readonly length: number } }).writeBuffer.length;

/** To read and handle a packet is work also when it is empty; the smallest request has about as many bytes. */
const LEAST_COST = 64;

const bytesOf = (data: unknown): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : Buffer.isBuffer(data) ? data.length : 0;

/** A packet as engine.io has read it. */
export interface UndecodedPacketWithCost {
  /** In bytes. */
  readonly cost: number;
  /** What Socket.IO decodes; undefined for a packet that carries no message, whatever else is in it. */
  readonly message: unknown;
}

/**
 * Calls back for every packet of a connection before it is handled: budgets of messages alone would leave the others
 * unlimited.
 */
export function onPacket(conn: Connection, listener: (packet: UndecodedPacketWithCost) => void): void {
  conn.on('packet', ({ type, data }: { type: string; data?: unknown }) =>
    listener({ cost: Math.max(LEAST_COST, bytesOf(data)), message: type === 'message' ? data : undefined }),
  );
}
