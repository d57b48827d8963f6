import type { HardwareId } from '@vigil/shared/contract/hardware';
import type { AgentSocket } from '../sockets/sockets.ts';

/** Tells an agent why its socket is closed, so that it does not connect again at once, and closes it. */
export function terminateAgent(socket: AgentSocket, event: 'superseded' | 'deleted', reason: string): void {
  socket.emit(event, { reason });
  socket.disconnect(true);
}

/**
 * Closes the socket of a device that another socket replaced. An agent on other hardware is not told that it was
 * superseded, because it has to reconnect: it is then refused, or makes a key of its own.
 */
export function closeReplacedAgent(socket: AgentSocket, replacingHardware: HardwareId | undefined): void {
  const own = socket.data.hardware?.id;
  if (own !== undefined && replacingHardware !== undefined && own !== replacingHardware) socket.conn.close();
  else terminateAgent(socket, 'superseded', 'another socket took over');
}
