import type { CommandId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import type { Order } from './service.ts';
import { findNeighbours, type Target } from './queries.ts';

/** The devices near a sleeping one that are online and could send the magic packet. */
export async function findSenders({ redis }: Deps, tx: Tx, caller: Caller, sleeper: Target): Promise<Target[]> {
  const online = await onlineDevices(redis, caller.company);
  return (await findNeighbours(tx, caller, sleeper)).filter((device) => device.approval === 1 && online.has(device.pk));
}

export interface WakeRequest {
  readonly sleeper: Target;
  readonly senders: readonly Target[];
  readonly macAddr: string | undefined;
  readonly sender: number | undefined;
  readonly id: CommandId | undefined;
}

/** A wake command goes to a neighbour, which sends the packet for the sleeping device. */
export function wakeOrder({ sleeper, senders, macAddr, sender, id }: WakeRequest): Order {
  const mac = macAddr ?? sleeper.macAddr;
  if (!mac) throw new Problem('no_input_data', { field: 'data' });
  const chosen = sender === undefined ? senders[0] : senders.find((device) => device.pk === sender);
  if (!chosen) throw new Problem('no_neighbour');
  return { target: chosen, type: 'wol', args: { mac_addr: mac, target_device_pk: sleeper.pk }, id };
}
