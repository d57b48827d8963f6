import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { UsageSample } from '@vigil/shared/contract/usage';
import { boundSample } from '@vigil/shared/domain/usage-sample';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import { keys } from '@vigil/shared/platform/redis/keys';
import { appendToStream } from '@vigil/shared/platform/redis/stream';
import type { AgentContext } from './context.ts';

// The messages of an agent, one handler each. A handler is created per socket and reports for the device of its handshake.

type Payload<K extends keyof typeof agentUp> = PayloadOf<(typeof agentUp)[K]>;

/** These fields change with every report; Redis keeps their latest values, the database does not have them. */
const volatileFields = new Set(['system_time', 'running_time']);

const durableFields = (systemInfo: object): string =>
  JSON.stringify(Object.entries(systemInfo).filter(([name]) => !volatileFields.has(name)));

/**
 * Appends system information to the durable stream if it differs from the last report of this socket, and again when the gateway has
 * announced its sockets anew: what was on the stream may be lost (LEASE-5).
 */
export function createOnAlive({ deps, socket, core: { presence } }: AgentContext) {
  const { company, device, publicIp, protocol, hardware } = socket.data;
  let lastReported = '';
  return async (payload: Payload<'alive'>): Promise<void> => {
    const { system_time, running_time } = payload;
    await deps.redis.commands.hSet(
      keys.systemTimes(company),
      String(device),
      JSON.stringify({ system_time, running_time }),
    );
    const systemInfo = { ...payload, s_pub_ip: publicIp, protocol, ...(hardware && { hardware }) };
    const reported = `${presence.id()} ${durableFields(systemInfo)}`;
    if (reported === lastReported) return;
    await appendToStream(deps.redis, { company, kind: 'system_info', data: { device, systemInfo } });
    lastReported = reported;
  };
}

/**
 * Adds a sample to the next batch. The group is looked up per sample, because a connected device may be moved. A device that
 * no administrator has approved shows its identity and state only, so its samples are dropped.
 */
export function createOnSystemUsage({ socket, core: { batches, rollup, fleets } }: AgentContext) {
  const { company, device } = socket.data;
  return (reported: UsageSample): void => {
    const indexed = fleets.deviceOf(company, device);
    if (indexed?.approval !== 1) return;
    const sample = boundSample(reported);
    batches.add({ company, group: indexed.group, device }, sample);
    rollup.add(company, device, sample);
  };
}

/**
 * Acknowledges an inventory once it is on the durable stream. An inventory is large: the next packet of the agent is read
 * only then, so that the memory of the gateway does not hold what Redis cannot take.
 */
export function createOnInventory({ deps, socket, budget }: AgentContext) {
  const { company, device } = socket.data;
  return async (inventory: Payload<'inventory'>): Promise<{ ok: true }> => {
    await budget.readNothingUntil(
      appendToStream(deps.redis, { company, kind: 'inventory', data: { device, inventory } }),
    );
    return { ok: true };
  };
}

/**
 * Acknowledges progress once it is on the durable stream; the agent's progress queue holds it until then. A result may be as large as
 * an inventory.
 */
export function createOnCommandProgress({ deps, socket, budget }: AgentContext) {
  const { company, device } = socket.data;
  return async (progress: Payload<'commandProgress'>): Promise<{ ok: true }> => {
    await budget.readNothingUntil(
      appendToStream(deps.redis, { company, kind: 'command', data: { device, progress, at: deps.now() } }),
    );
    return { ok: true };
  };
}

/** A watched list comes every few seconds; the stored one is for a device that is offline. */
const STORE_PROCESSES_MS = 60_000;
/** The busiest ones; more of them than the screen shows. */
const STORED_PROCESSES = 500;

/**
 * Relays a process list of an approved device to the browsers that watch it, and stores one a minute. Stored with the clock
 * of the server, because an agent's clock may be wrong.
 */
export function createOnProcesses({ deps, socket, budget, core: { fleets } }: AgentContext) {
  const { company, device } = socket.data;
  let storedAt = Number.NEGATIVE_INFINITY;
  return async ({ rows }: Payload<'processes'>): Promise<void> => {
    if (fleets.deviceOf(company, device)?.approval !== 1) return;
    const at = deps.now();
    await budget.readNothingUntil(
      publish(deps.redis, channels.company(company), { t: 'processes', device_pk: device, at, rows }),
    );
    if (at - storedAt < STORE_PROCESSES_MS) return;
    const data = { device, at, rows: rows.slice(0, STORED_PROCESSES) };
    await appendToStream(deps.redis, { company, kind: 'processes', data });
    storedAt = at;
  };
}

/** Drops a frame when no demand exists: the demand may have ended while the frame was on its way. */
export function createOnThumbnail({ deps, socket, core: { captures, frames } }: AgentContext) {
  const { device } = socket.data;
  return (header: Payload<'thumbnail'>, bytes: Buffer): void => {
    const demand = captures.of(device);
    if (!demand.on) return;
    // The gateway's clock: an agent's clock may be minutes off, and browsers compute the age of a picture from this.
    frames({ header: { ...header, device_pk: device, at: deps.now() }, bytes }, demand.width);
  };
}

/** Acknowledges a report of a remote session once it is on the durable stream; the agent keeps it until then. */
export function createOnRemoteState({ deps, socket }: AgentContext) {
  const { company, device } = socket.data;
  return async (report: Payload<'remoteState'>): Promise<{ ok: true }> => {
    await appendToStream(deps.redis, { company, kind: 'remote_state', data: { device, report } });
    return { ok: true };
  };
}

/** Acknowledges a transferred file once it is on the durable stream. */
export function createOnFileTransferred({ deps, socket }: AgentContext) {
  const { company, device } = socket.data;
  return async (file: Payload<'fileTransferred'>): Promise<{ ok: true }> => {
    await appendToStream(deps.redis, { company, kind: 'file_transferred', data: { device, file } });
    return { ok: true };
  };
}

/** Keeps what the device reports about the demands of its company's policies, with the clock of the server. */
export function createOnPolicyState({ deps, socket }: AgentContext) {
  const { company, device } = socket.data;
  return async (state: Payload<'policyState'>): Promise<void> => {
    await appendToStream(deps.redis, { company, kind: 'policy_state', data: { device, at: deps.now(), state } });
  };
}
