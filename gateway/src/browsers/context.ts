import type { DevicePk } from '@vigil/shared/contract/ids';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { Fleet } from '../fan-out/fleets.ts';
import { createVisibility, groupOf } from '../fan-out/visibility.ts';
import type { Deps } from '../deps.ts';
import type { BrowserCore } from './browsers.ts';

/** What the handlers of one browser's socket work with. */
export interface BrowserContext {
  readonly deps: Deps;
  readonly core: BrowserCore;
  readonly socket: BrowserSocket;
}

/** Whether this user may see a device at all. */
export function canSeeDevice({ socket }: BrowserContext, { index }: Fleet, device: DevicePk): boolean {
  return createVisibility('all', socket.data.session.groups)(index, groupOf(index, device));
}
