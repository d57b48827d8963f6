import type { Socket } from 'socket.io';

/** What engine.io keeps of a connection, which its types hide. */
interface Internals {
  readonly writeBuffer: { readonly length: number };
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}

const FEW_PACKETS = 16;
const FEW_BYTES = 256 * 1_024;

/** Whether a connection takes what it is sent, or has begun to fall behind. */
export function keepsUp(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as Internals;
  return writeBuffer.length < FEW_PACKETS && (transport.socket?.bufferedAmount ?? 0) < FEW_BYTES;
}
