import type { HardwareId } from '@vigil/shared/contract/hardware';
import type { AgentSocket } from '../sockets/sockets.ts';

/** Closes a socket with a termination, after which the agent does not reconnect. */
export function terminate(socket: AgentSocket, event: 'superseded' | 'deleted', reason: string): void {
  socket.emit(event, { reason });
  socket.disconnect(true);
}

/**
 * Closes a socket that another of the same device replaced. Other hardware with the same key is not told that it was superseded:
 * its agent has to come back, to be refused or to make a key of its own.
 */
export function closeReplaced(socket: AgentSocket, by: HardwareId | undefined): void {
  const own = socket.data.hardware?.id;
  if (own !== undefined && by !== undefined && own !== by) socket.conn.close();
  else terminate(socket, 'superseded', 'another socket took over');
}
