import type { WebSocket } from 'ws';

const waiting = new WeakSet<WebSocket>();

/** Pings a socket. @returns false when it has not answered the ping before */
export function isAnsweringPings(socket: WebSocket): boolean {
  if (waiting.has(socket)) return false;
  waiting.add(socket);
  socket.once('pong', () => waiting.delete(socket));
  socket.ping();
  return true;
}
