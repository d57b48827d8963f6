import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Core } from '../core.ts';
import { isBarred } from './admit-hardware.ts';

/** Closes the sockets of hardware that was barred from a copied key: it is refused when it connects again, and then makes a key of its own. */
export function closeCopiedKeys({ hooks, agents, fleets }: Core): void {
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
