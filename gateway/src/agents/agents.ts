import type { Frame } from '@vigil/shared/platform/redis/frames';
import type { Deps } from '../deps.ts';
import type { ConnectedAgents } from '../presence/connected-agents.ts';
import type { createUsageBatches } from '../usage/usage-batches.ts';
import { terminate } from './gateway-calls.ts';
import type { AgentCaptures } from '../pictures/agent-captures.ts';
import type { Fleets } from '../fan-out/fleets.ts';
import type { createFrameExchange } from '../pictures/frame-exchange.ts';
import type { Handlers } from '../sockets/handlers.ts';
import type { Journal } from '../journal.ts';
import type { createUsageRollup } from '../usage/usage-rollup.ts';
import type { Presence } from '../presence/presence.ts';
import { agentEvents, type AgentNamespace, type AgentSocket } from '../sockets/sockets.ts';
import { createOnAlive } from './on-alive.ts';
import { createOnCommandProgress } from './on-command-progress.ts';
import { createOnInventory } from './on-inventory.ts';
import { createOnProcesses } from './on-processes.ts';
import { createOnSystemUsage } from './on-system-usage.ts';
import { createOnThumbnail } from './on-thumbnail.ts';
import type { SettingsSender } from './settings-sender.ts';

export interface AgentCore {
  readonly agents: ConnectedAgents;
  readonly presence: Presence;
  readonly fleets: Fleets;
  readonly captures: AgentCaptures;
  readonly settings: SettingsSender;
  readonly batches: ReturnType<typeof createUsageBatches>;
  readonly rollup: ReturnType<typeof createUsageRollup>;
  readonly journal: Journal;
  readonly handlers: Handlers;
  readonly frames: (frame: Frame, width: number) => void;
  readonly exchange: Pick<ReturnType<typeof createFrameExchange>, 'forget'>;
}

/** What happens from an agent's admission to its last packet. */
export function acceptAgents(namespace: AgentNamespace, deps: Deps, core: AgentCore): void {
  const { agents, presence, captures, settings, exchange, handlers, journal } = core;
  const { up } = agentEvents;

  const listen = (socket: AgentSocket) => {
    const context = { deps, journal, socket };
    handlers.on(socket, up.alive, createOnAlive(context));
    handlers.on(socket, up.systemUsage, createOnSystemUsage(context, core));
    handlers.on(socket, up.inventory, createOnInventory(context));
    handlers.on(socket, up.processes, createOnProcesses(context));
    handlers.on(socket, up.thumbnail, createOnThumbnail(context, core));
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
    const wanted = captures.of(socket.data.device);
    if (wanted.on) socket.emit('capture', wanted);
  });
}
