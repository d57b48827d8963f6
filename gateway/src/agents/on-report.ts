import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { appendToPartitionStream } from '@vigil/shared/platform/redis/stream';
import type { AgentConnection, GatewayContext } from '../core.ts';
import { agentEvents } from '../sockets/sockets.ts';

/** Takes what agents report of their devices. */
export function receiveReports(core: GatewayContext): void {
  const { up } = agentEvents;
  core.hooks.agentConnected.add((agent) => {
    agent.on(up.alive, createOnAlive(core, agent));
    agent.on(up.inventory, createOnInventory(core, agent));
    agent.on(up.commandProgress, createOnCommandProgress(core, agent));
    agent.on(up.processes, createOnProcesses(core, agent));
    agent.on(up.policyState, createOnPolicyState(core, agent));
  });
}

// One handler each, created per socket: it reports for the device of the handshake.

type Payload<K extends keyof typeof agentUp> = PayloadOf<(typeof agentUp)[K]>;

/** These fields change with every report; Redis keeps their latest values, the database does not have them. */
const volatileFields = new Set(['system_time', 'running_time']);

const durableFields = (systemInfo: object): string =>
  JSON.stringify(Object.entries(systemInfo).filter(([name]) => !volatileFields.has(name)));

/**
 * Appends system information to the durable stream if it differs from the last report of this socket, and again when
 * the gateway has announced its sockets anew: what was on the stream may be lost (LEASE-5).
 */
function createOnAlive({ deps, hooks, presence }: GatewayContext, { socket }: AgentConnection) {
  const { company, device, publicIp, protocol, hardware } = socket.data;
  let lastReported = '';
  return async (payload: Payload<'alive'>): Promise<void> => {
    const { system_time, running_time, config_version: appliedVersion } = payload;
    if (appliedVersion !== undefined && appliedVersion !== socket.data.appliedVersion) {
      socket.data.appliedVersion = appliedVersion;
      hooks.settingsApplied(socket);
    }
    await deps.redis.commands.hSet(
      redisKeys.systemTimes(company),
      String(device),
      JSON.stringify({ system_time, running_time }),
    );
    const systemInfo = { ...payload, s_pub_ip: publicIp, protocol, ...(hardware && { hardware }) };
    const reported = `${presence.id()} ${durableFields(systemInfo)}`;
    if (reported === lastReported) return;
    await appendToPartitionStream(deps.redis, { company, kind: 'system_info', data: { device, systemInfo } });
    lastReported = reported;
  };
}

/**
 * Acknowledges an inventory once it is on the durable stream. An inventory is large: the next packet of the agent is
 * read only then, so that the memory of the gateway does not hold what Redis cannot take.
 */
function createOnInventory({ deps }: GatewayContext, { socket, budget }: AgentConnection) {
  const { company, device } = socket.data;
  return async (inventory: Payload<'inventory'>): Promise<{ ok: true }> => {
    await budget.readNothingUntil(
      appendToPartitionStream(deps.redis, { company, kind: 'inventory', data: { device, inventory } }),
    );
    return { ok: true };
  };
}

/**
 * Acknowledges progress once it is on the durable stream; the agent's progress queue holds it until then. A result may
 * be as large as an inventory.
 */
function createOnCommandProgress({ deps }: GatewayContext, { socket, budget }: AgentConnection) {
  const { company, device } = socket.data;
  return async (progress: Payload<'commandProgress'>): Promise<{ ok: true }> => {
    await budget.readNothingUntil(
      appendToPartitionStream(deps.redis, { company, kind: 'command', data: { device, progress, at: deps.now() } }),
    );
    return { ok: true };
  };
}

/** A watched list comes every few seconds; the stored one is for a device that is offline. */
const STORE_PROCESSES_MS = 60_000;

/**
 * Relays a process list of an approved device to the browsers that watch it, and stores one a minute. Stored with the
 * clock of the server, because an agent's clock may be wrong.
 */
function createOnProcesses({ deps, showsDetails }: GatewayContext, { socket, budget }: AgentConnection) {
  const { company, device } = socket.data;
  let storedAt = Number.NEGATIVE_INFINITY;
  return async ({ rows, total }: Payload<'processes'>): Promise<void> => {
    if (!showsDetails(device)) return;
    const at = deps.now();
    const cut = total === undefined ? {} : { total };
    await budget.readNothingUntil(
      publish(deps.redis, busChannels.company(company), {
        t: 'processes',
        device_pk: device,
        at,
        rows,
        ...cut,
      }),
    );
    if (at - storedAt < STORE_PROCESSES_MS) return;
    await appendToPartitionStream(deps.redis, { company, kind: 'processes', data: { device, at, rows, ...cut } });
    storedAt = at;
  };
}

/** Keeps what the device reports about the demands of its company's policies, with the clock of the server. */
function createOnPolicyState({ deps }: GatewayContext, { socket }: AgentConnection) {
  const { company, device } = socket.data;
  return async (state: Payload<'policyState'>): Promise<void> => {
    await appendToPartitionStream(deps.redis, {
      company,
      kind: 'policy_state',
      data: { device, at: deps.now(), state },
    });
  };
}
