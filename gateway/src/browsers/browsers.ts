import type { Deps } from '../deps.ts';
import type { BrowserDemand } from '../core/demand.ts';
import type { Fleets } from '../core/fleets.ts';
import type { FrameViewers } from '../core/frame-viewers.ts';
import type { Handlers } from '../core/handle.ts';
import { userRoom } from '../core/relay.ts';
import { browserEvents, type BrowserNamespace } from '../core/sockets.ts';
import type { Watchers } from '../core/watchers.ts';
import { createOnSyncCheck, createOnUnwatchFleet, createOnWatchFleet } from './on-watch-fleet.ts';
import { createOnUnwatchDevice, createOnWatchDevice } from './on-watch-device.ts';
import { createOnWatchThumbnails } from './on-watch-thumbnails.ts';
import type { Sessions } from './sessions.ts';

export interface BrowserCore {
  readonly fleets: Fleets;
  readonly watchers: Watchers;
  readonly demand: BrowserDemand;
  readonly viewers: FrameViewers;
  readonly sessions: Sessions;
  readonly handlers: Handlers;
}

/** What happens from a browser's admission to its last packet. */
export function welcomeBrowsers(namespace: BrowserNamespace, deps: Deps, core: BrowserCore): void {
  const { handlers } = core;
  const { up } = browserEvents;
  namespace.on('connection', (socket) => {
    const { company, user } = socket.data.session;
    core.sessions.add(socket);
    void socket.join(userRoom(user));
    const context = { deps, core, socket };
    handlers.on(socket, up.watchFleet, createOnWatchFleet(context));
    handlers.on(socket, up.unwatchFleet, createOnUnwatchFleet(context));
    handlers.on(socket, up.syncCheck, createOnSyncCheck(context));
    handlers.on(socket, up.watchThumbnails, createOnWatchThumbnails(context));
    handlers.on(socket, up.watchDevice, createOnWatchDevice(context));
    handlers.on(socket, up.unwatchDevice, createOnUnwatchDevice(context));
    handlers.refuseUnknown(socket, up);
    socket.on('disconnect', () => {
      void core.watchers.leave(socket);
      core.viewers.remove(socket);
      core.demand.set(company, socket.id, { devices: [], width: 80, interval: 60_000 });
    });
  });
}
