import { randomUUID } from 'node:crypto';
import { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { Problem } from '@vigil/shared/contract/problems';
import { consumeAgentProof } from '@vigil/shared/platform/agent-proof';
import type { AgentCredential } from '@vigil/shared/platform/tokens';
import type { AgentBudgets } from '../budgets/agent-budgets.ts';
import type { Deps } from '../deps.ts';
import type { LiveFleets } from '../fan-out/fleets.ts';
import { addNamespaceAdmissionCheck } from '../sockets/namespace-guard.ts';
import type { AgentNamespace, AgentSocket } from '../sockets/sockets.ts';
import { admitHardware, isForeignHardware } from './admit-hardware.ts';

interface Checks {
  readonly verifyCredential: (token: string) => AgentCredential;
  readonly fleets: LiveFleets;
  readonly budgets: Pick<AgentBudgets, 'takeConnect'>;
  readonly publicIp: (socket: AgentSocket) => string;
}

/**
 * A gateway knows only that its index has no such device; the API says whether it was deleted. Agents of earlier
 * versions ask the API after `agent_deleted` only.
 */
const missingDeviceCode = (protocol: number) => (protocol >= 3 ? 'device_unknown' : 'agent_deleted');

/** Admits agents that prove to be an enrolled device. The identity of the socket is fixed here. */
export function admitAgents(
  namespace: AgentNamespace,
  deps: Deps,
  { verifyCredential, fleets, budgets, publicIp }: Checks,
): void {
  const refused = deps.metrics.counter('vigil_agent_handshakes_refused_total', 'Refused agent handshakes', ['code']);

  const admit = async (socket: AgentSocket): Promise<void> => {
    if (socket.conn.transport.name !== 'websocket') throw new Problem('malformed');
    const handshake = AgentHandshake.safeParse(socket.handshake.auth);
    if (!handshake.success) throw new Problem('credential_invalid');
    const { hardware, protocol = 1 } = handshake.data;
    const { company, device, guid } = await consumeAgentProof(handshake.data, {
      purpose: 'connect',
      verifyCredential,
      redis: deps.redis,
      now: deps.now,
    });
    if (!(await fleets.has(company, { device, guid }))) throw new Problem(missingDeviceCode(protocol));
    const isForeign = isForeignHardware(hardware, fleets.deviceOf(company, device)?.keyHolders);
    // Only attempts with a valid proof count: otherwise a stranger could lock the device out.
    await budgets.takeConnect({ guid, isForeign });
    const connection = randomUUID();
    const agent = { company, device, guid, connection, publicIp: publicIp(socket), protocol, hardware, isForeign };
    await admitHardware(deps, fleets, agent);
    socket.data = agent;
  };

  addNamespaceAdmissionCheck(namespace, admit, (refusal, cause) => {
    refused.inc({ code: refusal.data.code });
    if (!(cause instanceof Problem)) deps.log.debug({ err: cause }, 'agent handshake failed');
  });
}
