import { relayCloseCode, type RelayCloseReason } from '@vigil/shared/contract/remote-desktop/refusals';
import type { WebSocket } from 'ws';

/** A client that does not confirm the end is cut off after this. */
const CONFIRM_MS = 1_000;

/** Closes with a reason that the other end can read. */
export function closeSocket(socket: WebSocket, reason: RelayCloseReason): void {
  if (socket.readyState >= socket.CLOSING) return;
  socket.resume();
  socket.close(relayCloseCode(reason), reason);
  const timer = setTimeout(() => socket.terminate(), CONFIRM_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
