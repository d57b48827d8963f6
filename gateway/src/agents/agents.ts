import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { createCredentialVerifier } from '@vigil/shared/platform/tokens';
import { createAgentBudgets } from '../budgets/agent-budgets.ts';
import type { Core } from '../core.ts';
import { closeReplaced, terminate } from './close.ts';
import { requireAgent } from './handshake.ts';

/** Handles agents' sockets from their admission to their last packet. */
export function admitAgents({ config, keyRing, deps, hooks, agentSide, agents, presence, ...core }: Core): void {
  const budgets = createAgentBudgets(deps, config.AGENT_BUDGET_FACTOR);
  requireAgent(agentSide, deps, {
    verifyCredential: createCredentialVerifier(keyRing.agent),
    fleets: core.fleets,
    budgets,
    publicIp: core.addressOf,
  });
  agentSide.on('connection', (socket) => {
    const replaced = agents.add(socket);
    presence.connected(socket.data);
    if (replaced) closeReplaced(replaced, socket.data.hardware?.id);
    const budget = budgets.open(socket);
    const { on, refuseOthers } = core.handlersOf({ socket, budget });
    socket.on('disconnect', () => {
      if (agents.remove(socket)) hooks.agentDisconnected(socket);
      presence.disconnected(socket.data);
    });
    hooks.agentConnected({ socket, budget, on });
    refuseOthers();
  });

  hooks.message.add((_fleet, message) => {
    for (const pk of removedBy(message)) {
      const agent = agents.get(pk);
      if (agent) terminate(agent, 'deleted', 'the device was deleted');
    }
  });
  hooks.release.add(() => {
    budgets.releaseUnneeded();
    core.unregistered.close({ namespace: agentSide, has: (socket) => agents.get(socket.data.device) === socket });
  });
  core.count('budgets', () => budgets.size);
}

function removedBy(message: CompanyMessage): readonly DevicePk[] {
  if (message.t === 'device_removed') return [message.device_pk];
  return message.t === 'devices_removed' ? message.pks : [];
}
