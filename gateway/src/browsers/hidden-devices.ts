import type { DevicePk } from '@vigil/shared/contract/ids';
import { companyRoom, deviceRoom } from '../fan-out/audiences.ts';
import type { Fleet } from '../fan-out/fleets.ts';
import type { BrowserCaptures } from '../pictures/browser-captures.ts';
import type { FrameViewers } from '../pictures/frame-viewers.ts';
import type { BrowserNamespace } from '../sockets/sockets.ts';
import { canSeeDevice } from './context.ts';

interface Watching {
  readonly viewers: FrameViewers;
  readonly captures: BrowserCaptures;
}

/** Ends the watching of devices that were moved to where their viewers may not see them. */
export async function stopWatchingHidden(
  namespace: BrowserNamespace,
  { viewers, captures }: Watching,
  { fleet, moved }: { fleet: Fleet; moved: readonly DevicePk[] },
): Promise<void> {
  for (const id of namespace.adapter.rooms.get(companyRoom(fleet.company)) ?? []) {
    const socket = namespace.sockets.get(id);
    if (!socket || socket.data.session.groups === 'all') continue;
    for (const device of moved) {
      if (canSeeDevice(socket, fleet, device)) continue;
      viewers.drop(socket, device);
      captures.drop(fleet.company, id, device);
      await socket.leave(deviceRoom(device));
    }
  }
}
