import type { DevicePk } from '@vigil/shared/contract/ids';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import { createAgentCredentialVerifier } from '@vigil/shared/platform/tokens';
import { createAgentBudgets } from '../budgets/agent-budgets.ts';
import type { GatewayContext } from '../core.ts';
import type { AgentSocket } from '../sockets/sockets.ts';
import { closeReplacedAgent, terminateAgent } from './disconnect.ts';
import { admitAgents } from './handshake.ts';

/** Handles agents' sockets from their admission to their last packet. */
export function serveAgents({
  config,
  keyRing,
  deps,
  hooks,
  agentSide,
  agents,
  presence,
  ...core
}: GatewayContext): void {
  const budgets = createAgentBudgets(deps, config.AGENT_BUDGET_FACTOR);
  admitAgents(agentSide, deps, {
    verifyCredential: createAgentCredentialVerifier(keyRing.agent),
    fleets: core.fleets,
    budgets,
    publicIp: core.addressOf,
  });
  // The agent asks the API when it is refused next: that an index lacks a device does not mean that it was deleted.
  const closeWithoutDevice = async (agent: AgentSocket): Promise<void> => {
    const { company, device } = agent.data;
    try {
      if (await core.fleets.has(company, agent.data)) return;
      if (agents.get(device) === agent) agent.disconnect(true);
    } catch (cause) {
      // Compared again once the fleet is loaded.
      deps.log.debug({ err: cause, company }, 'device of an agent not looked up');
    }
  };
  agentSide.on('connection', (socket) => {
    const replaced = agents.add(socket);
    presence.connected(socket.data);
    if (replaced) closeReplacedAgent(replaced, socket.data.hardware?.id);
    const budget = budgets.open(socket);
    const { on, refuseOthers } = core.handlersOf({ socket, budget });
    socket.on('disconnect', () => {
      if (agents.remove(socket)) hooks.agentDisconnected(socket);
      presence.disconnected(socket.data);
    });
    hooks.agentConnected({ socket, budget, on });
    refuseOthers();
    // A deletion that was announced during the handshake found no socket.
    void closeWithoutDevice(socket);
  });

  hooks.message.add((_fleet, message) => {
    for (const pk of removedBy(message)) {
      const agent = agents.get(pk);
      if (agent) tellDeleted(agent);
    }
  });
  hooks.loaded.add(({ company, index }) => {
    for (const pk of agents.devicesOf(company)) {
      const agent = agents.get(pk);
      if (agent && index.devices.get(pk)?.guid !== agent.data.guid) void closeWithoutDevice(agent);
    }
  });
  hooks.release.add(() => {
    budgets.releaseUnneeded();
    core.unregistered.close({ namespace: agentSide, has: (socket) => agents.get(socket.data.device) === socket });
  });
  core.count('budgets', () => budgets.size);
}

const tellDeleted = (agent: AgentSocket): void => terminateAgent(agent, 'deleted', 'the device was deleted');

function removedBy(message: CompanyMessage): readonly DevicePk[] {
  if (message.t === 'device_removed') return [message.device_pk];
  return message.t === 'devices_removed' ? message.pks : [];
}
