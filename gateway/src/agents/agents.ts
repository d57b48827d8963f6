import type { Deps } from '../deps.ts';
import { agentEvents, type AgentNamespace, type AgentSocket } from '../sockets/sockets.ts';
import type { AgentCore } from './context.ts';
import { closeReplaced } from './gateway-calls.ts';
import {
  createOnAlive,
  createOnCommandProgress,
  createOnFileTransferred,
  createOnInventory,
  createOnPolicyState,
  createOnProcesses,
  createOnRemoteState,
  createOnSystemUsage,
  createOnThumbnail,
} from './on-report.ts';

/** Handles agents' sockets from their admission to their last packet. */
export function acceptAgents(namespace: AgentNamespace, deps: Deps, core: AgentCore): void {
  const { agents, presence, captures, settings, exchange, handlers, budgets } = core;
  const { up } = agentEvents;

  const listen = (socket: AgentSocket) => {
    const budget = budgets.open(socket);
    const context = { deps, socket, core, budget };
    const from = { socket, budget };
    handlers.on(from, up.alive, createOnAlive(context));
    handlers.on(from, up.systemUsage, createOnSystemUsage(context));
    handlers.on(from, up.inventory, createOnInventory(context));
    handlers.on(from, up.processes, createOnProcesses(context));
    handlers.on(from, up.thumbnail, createOnThumbnail(context));
    handlers.on(from, up.commandProgress, createOnCommandProgress(context));
    handlers.on(from, up.remoteState, createOnRemoteState(context));
    handlers.on(from, up.fileTransferred, createOnFileTransferred(context));
    handlers.on(from, up.policyState, createOnPolicyState(context));
    handlers.refuseUnknown(from, up);
  };

  namespace.on('connection', (socket) => {
    const replaced = agents.add(socket);
    presence.connected(socket.data);
    if (replaced) closeReplaced(replaced, socket.data.hardware?.id);
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
