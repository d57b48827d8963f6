import type { Deps } from '../deps.ts';
import { agentEvents, type AgentNamespace, type AgentSocket } from '../sockets/sockets.ts';
import type { AgentCore } from './context.ts';
import { terminate } from './gateway-calls.ts';
import {
  createOnAlive,
  createOnCommandProgress,
  createOnInventory,
  createOnProcesses,
  createOnSystemUsage,
  createOnThumbnail,
} from './on-report.ts';

/** Handles agents' sockets from their admission to their last packet. */
export function acceptAgents(namespace: AgentNamespace, deps: Deps, core: AgentCore): void {
  const { agents, presence, captures, settings, exchange, handlers } = core;
  const { up } = agentEvents;

  const listen = (socket: AgentSocket) => {
    const context = { deps, socket, core };
    handlers.on(socket, up.alive, createOnAlive(context));
    handlers.on(socket, up.systemUsage, createOnSystemUsage(context));
    handlers.on(socket, up.inventory, createOnInventory(context));
    handlers.on(socket, up.processes, createOnProcesses(context));
    handlers.on(socket, up.thumbnail, createOnThumbnail(context));
    handlers.on(socket, up.commandProgress, createOnCommandProgress(context));
    handlers.refuseUnknown(socket, up);
  };

  namespace.on('connection', (socket) => {
    const replaced = agents.add(socket);
    presence.connected(socket.data);
    if (replaced) terminate(replaced, 'superseded', 'another socket took over');
    listen(socket);
    socket.on('disconnect', () => {
      if (agents.remove(socket)) {
        captures.forget(socket.data.device);
        exchange.forget(socket.data.device);
      }
      presence.disconnected(socket.data);
    });
    settings.send(socket);
    captures.listen(socket.data.company, () => agents.devicesOf(socket.data.company));
    const demand = captures.of(socket.data.device);
    if (demand.on) socket.emit('capture', demand);
  });
}
