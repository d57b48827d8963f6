import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { parseKeyHolders } from '@vigil/shared/platform/fleet/change';
import { tryClaimDeviceKey } from '@vigil/shared/platform/redis/hardware';
import { appendToPartitionStream } from '@vigil/shared/platform/redis/stream';
import type { GatewayContext } from '../core.ts';
import type { Deps } from '../deps.ts';
import type { LiveFleets } from '../fan-out/fleets.ts';
import type { AgentSocketIdentity } from '../sockets/sockets.ts';

/**
 * Admits one hardware at a time to the key of a device. What is refused is reported, so that the device is flagged.
 * @throws Problem `new_key_required` after a split, `hardware_conflict` while other hardware is connected
 */
export async function admitHardware(deps: Deps, fleets: LiveFleets, agent: AgentSocketIdentity): Promise<void> {
  const { company, device, hardware, publicIp } = agent;
  const at = deps.now();
  const known = fleets.deviceOf(company, device)?.keyHolders;
  const mustChangeKey = isBarred(hardware, known);
  const claim = { device, hardware: hardware?.id ?? null, own: parseKeyHolders(known)?.own ?? null, at };
  if (!mustChangeKey && (await tryClaimDeviceKey(deps.redis, company, claim))) return;
  if (hardware)
    await appendToPartitionStream(deps.redis, { company, kind: 'hardware', data: { device, hardware, publicIp, at } });
  throw new Problem(mustChangeKey ? 'new_key_required' : 'hardware_conflict');
}

/** Whether an agent runs on other hardware than that which owns the key of its device. */
export const isForeignHardware = (
  hardware: AgentSocketIdentity['hardware'],
  keyHolders: string | null | undefined,
): boolean => {
  const own = parseKeyHolders(keyHolders)?.own;
  return hardware !== undefined && own !== undefined && own !== hardware.id;
};

const isBarred = (hardware: AgentSocketIdentity['hardware'], keyHolders: string | null | undefined): boolean =>
  hardware !== undefined && parseKeyHolders(keyHolders)?.barred.includes(hardware.id) === true;

/**
 * Closes the sockets of hardware that a split barred from the key. When that hardware reconnects it is refused, and
 * then creates its own key.
 */
export function disconnectBarredHardware({ hooks, agents, fleets }: GatewayContext): void {
  const closeBarred = (device: DevicePk): void => {
    const agent = agents.get(device);
    const known = agent && fleets.deviceOf(agent.data.company, device)?.keyHolders;
    if (agent && isBarred(agent.data.hardware, known)) agent.conn.close();
  };
  hooks.applied.add((_fleet, message) => {
    if (message.t === 'device_changed' && message.hardware) closeBarred(message.device_pk);
  });
  hooks.loaded.add(({ company }) => {
    for (const device of agents.devicesOf(company)) closeBarred(device);
  });
}
