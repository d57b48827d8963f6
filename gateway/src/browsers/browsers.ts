import type { Deps } from '../deps.ts';
import type { BrowserCaptures } from '../pictures/browser-captures.ts';
import type { Fleets } from '../fan-out/fleets.ts';
import type { FrameViewers } from '../pictures/frame-viewers.ts';
import type { Handlers } from '../sockets/handlers.ts';
import { companyRoom, userRoom } from '../fan-out/audiences.ts';
import { browserEvents, type BrowserNamespace } from '../sockets/sockets.ts';
import type { Subscriptions } from '../fan-out/subscriptions.ts';
import { createOnSyncCheck, createOnUnwatchFleet, createOnWatchFleet } from './on-watch-fleet.ts';
import { createOnUnwatchDevice, createOnWatchDevice } from './on-watch-device.ts';
import { createOnWatchThumbnails } from './on-watch-thumbnails.ts';
import type { Sessions } from './sessions.ts';

export interface BrowserCore {
  readonly fleets: Fleets;
  readonly subscriptions: Subscriptions;
  readonly captures: BrowserCaptures;
  readonly viewers: FrameViewers;
  readonly sessions: Sessions;
  readonly handlers: Handlers;
}

/** What happens from a browser's admission to its last packet. */
export function acceptBrowsers(namespace: BrowserNamespace, deps: Deps, core: BrowserCore): void {
  const { handlers } = core;
  const { up } = browserEvents;
  namespace.on('connection', (socket) => {
    const { company, user } = socket.data.session;
    core.sessions.add(socket);
    void socket.join([userRoom(user), companyRoom(company)]);
    const context = { deps, core, socket };
    handlers.on(socket, up.watchFleet, createOnWatchFleet(context));
    handlers.on(socket, up.unwatchFleet, createOnUnwatchFleet(context));
    handlers.on(socket, up.syncCheck, createOnSyncCheck(context));
    handlers.on(socket, up.watchThumbnails, createOnWatchThumbnails(context));
    handlers.on(socket, up.watchDevice, createOnWatchDevice(context));
    handlers.on(socket, up.unwatchDevice, createOnUnwatchDevice(context));
    handlers.refuseUnknown(socket, up);
    socket.on('disconnect', () => {
      void core.subscriptions.unsubscribe(socket);
      core.viewers.remove(socket);
      core.captures.remove(company, socket.id);
    });
  });
}
