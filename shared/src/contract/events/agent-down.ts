import { capture } from './agent-down/capture.ts';
import { command } from './agent-down/command.ts';
import { agentDeviceDeleted, socketSuperseded, rateLimited } from './agent-down/connection.ts';
import { openedRemoteSession, endRemoteSessionNow, remoteSessionWarning } from './agent-down/remote-session.ts';
import { settings } from './agent-down/settings.ts';
import { watchProcesses } from './agent-down/watch-processes.ts';

/** All messages from the gateway to an agent. */
export const agentDown = {
  settings,
  capture,
  command,
  rateLimited,
  superseded: socketSuperseded,
  deleted: agentDeviceDeleted,
  session: openedRemoteSession,
  sessionWarning: remoteSessionWarning,
  sessionCut: endRemoteSessionNow,
  watchProcesses,
} as const;
