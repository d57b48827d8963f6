import type { Socket } from 'socket.io';

/** The WebSocket of a connection; engine.io's types do not declare it. */
interface WebSocketOfConnection {
  readonly bufferedAmount: number;
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
export const queuedPackets = (conn: Connection): number =>
  (conn as unknown as { readonly writeBuffer: { readonly length: number } }).writeBuffer.length;

/** Bytes of a packet as engine.io reports it. */
export const bytesOf = (data: unknown): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : Buffer.isBuffer(data) ? data.length : 0;
