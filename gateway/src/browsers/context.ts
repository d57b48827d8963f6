import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Deps } from '../deps.ts';
import type { Fleet, Fleets } from '../fan-out/fleets.ts';
import type { Subscriptions } from '../fan-out/subscriptions.ts';
import { createVisibility, groupOf } from '../fan-out/visibility.ts';
import type { BrowserCaptures } from '../pictures/browser-captures.ts';
import type { FrameViewers } from '../pictures/frame-viewers.ts';
import type { Handlers } from '../sockets/handlers.ts';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { Sessions } from './sessions.ts';

/** The parts of the gateway that browsers' sockets use. */
export interface BrowserCore {
  readonly fleets: Fleets;
  readonly subscriptions: Subscriptions;
  readonly captures: BrowserCaptures;
  readonly viewers: FrameViewers;
  readonly sessions: Sessions;
  readonly handlers: Handlers;
}

/** What the handlers of one browser's socket use. */
export interface BrowserContext {
  readonly deps: Deps;
  readonly core: BrowserCore;
  readonly socket: BrowserSocket;
}

/** Whether the user of the socket may see a device, whichever group the browser watches. */
export function canSeeDevice(socket: BrowserSocket, { index }: Fleet, device: DevicePk): boolean {
  return createVisibility('all', socket.data.session.groups)(index, groupOf(index, device));
}
