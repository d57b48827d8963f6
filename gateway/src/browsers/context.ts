import type { DevicePk } from '@vigil/shared/contract/ids';
import type { BrowserSocket } from '../core/sockets.ts';
import { createSight, type Fleet } from '../core/fleets.ts';
import type { Deps } from '../deps.ts';
import type { BrowserCore } from './browsers.ts';

/** What the handlers of one browser's socket work with. */
export interface BrowserContext {
  readonly deps: Deps;
  readonly core: BrowserCore;
  readonly socket: BrowserSocket;
}

/** Whether this user may see a device at all. */
export function maySee({ socket }: BrowserContext, fleet: Fleet, device: DevicePk): boolean {
  const sees = createSight('all', socket.data.session.groups);
  return sees(fleet.index, fleet.index.devices.get(device)?.group);
}
