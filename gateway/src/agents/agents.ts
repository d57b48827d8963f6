import type { AgentSettings } from '@vigil/shared/contract/events/agent-down/settings';
import type { Frame } from '@vigil/shared/platform/redis/frames';
import type { Deps } from '../deps.ts';
import type { Agents } from '../core/agents.ts';
import type { createBatches } from '../core/batches.ts';
import { dismiss } from '../core/control.ts';
import type { AgentDemand } from '../core/demand.ts';
import type { Fleets } from '../core/fleets.ts';
import type { Handlers } from '../core/handle.ts';
import type { Journal } from '../core/journal.ts';
import type { createMinutes } from '../core/minutes.ts';
import type { Presence } from '../core/presence.ts';
import { agentEvents, type AgentNamespace, type AgentSocket } from '../core/sockets.ts';
import { createOnAlive } from './on-alive.ts';
import { createOnCommandProgress } from './on-command-progress.ts';
import { createOnInventory } from './on-inventory.ts';
import { createOnProcesses } from './on-processes.ts';
import { createOnSystemUsage } from './on-system-usage.ts';
import { createOnThumbnail } from './on-thumbnail.ts';

export interface AgentCore {
  readonly agents: Agents;
  readonly presence: Presence;
  readonly fleets: Fleets;
  readonly demand: AgentDemand;
  readonly batches: ReturnType<typeof createBatches>;
  readonly minutes: ReturnType<typeof createMinutes>;
  readonly journal: Journal;
  readonly handlers: Handlers;
  readonly frames: (frame: Frame, width: number) => void;
}

const settings: Omit<AgentSettings, 'server_time'> = {
  refresh_interval: 5,
  img_refresh_interval: 5,
  config: {},
  version: 0,
};

/** What happens from an agent's admission to its last packet. */
export function welcomeAgents(namespace: AgentNamespace, deps: Deps, core: AgentCore): void {
  const { agents, presence, demand, handlers, journal } = core;
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
    presence.came(socket.data);
    if (replaced) dismiss(replaced, 'superseded', 'another socket took over');
    listen(socket);
    socket.on('disconnect', () => {
      if (agents.remove(socket)) demand.forget(socket.data.device);
      presence.went(socket.data);
    });
    socket.emit('settings', { ...settings, server_time: deps.now() });
    demand.listen(socket.data.company, () => agents.devicesOf(socket.data.company));
    const wanted = demand.of(socket.data.device);
    if (wanted.on) socket.emit('capture', wanted);
  });
}
