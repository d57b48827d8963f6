import type { SimulatedFleet } from '@vigil/agent-sim/fleet';
import { listDevices } from '@vigil/shared/contract/http/devices';
import type { Client } from './client.ts';
import { readMetrics } from './metrics.ts';
import type { Stack } from './stack.ts';

interface Sources {
  readonly stack: Stack;
  /** Of a user who sees all devices of the fleet. */
  readonly client: Client;
  readonly fleet: SimulatedFleet;
}

/** Runs a part of a test. Its failure also says where the parts of the system disagree about who is connected. */
export async function withFleetReport<T>(sources: Sources, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const parts = [...sources.stack.gateways.map(describeGateway), describeAgents(sources)];
    // A part that cannot be asked must not hide the failure itself.
    const lines = await Promise.all(parts.map((part) => part.catch(String)));
    throw new Error([cause instanceof Error ? cause.message : String(cause), ...lines].join('\n'), { cause });
  }
}

const GATEWAY_METRICS = [
  'vigil_agents_connected',
  'vigil_browsers_connected',
  'vigil_unregistered_sockets_closed_total',
  'vigil_agent_handshakes_refused_total',
];

async function describeGateway({ name, operatorUrl }: Stack['gateways'][number]): Promise<string> {
  const metric = await readMetrics(operatorUrl);
  return `${name}: ${GATEWAY_METRICS.map((one) => `${one} ${metric(one)}`).join(', ')}`;
}

/** The agents by what they believe and what the API answers about their devices. */
async function describeAgents({ client, fleet }: Sources): Promise<string> {
  const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const listed = new Map<string | null, string>(
    objects.map(({ guid, alive }) => [guid, alive === 1 ? 'online' : 'offline']),
  );
  const states = Map.groupBy(
    fleet.devices,
    ({ status, guid }) => `agent ${status}, API ${listed.get(guid) ?? 'not listed'}`,
  );
  return [...states].map(([state, devices]) => `${state}: ${devices.length} (${namesOf(devices)})`).join('\n');
}

const MAX_NAMED = 12;
const namesOf = (devices: SimulatedFleet['devices']): string =>
  devices
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');
