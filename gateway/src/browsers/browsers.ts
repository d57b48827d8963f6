import type { Deps } from '../deps.ts';
import { companyRoom, userRoom } from '../fan-out/audiences.ts';
import { browserEvents, type BrowserNamespace } from '../sockets/sockets.ts';
import type { BrowserCore } from './context.ts';
import {
  createOnSyncCheck,
  createOnUnwatchDevice,
  createOnUnwatchFleet,
  createOnWatchDevice,
  createOnWatchFleet,
  createOnWatchThumbnails,
} from './on-watch.ts';

/** Handles browsers' sockets from their admission to their last packet. */
export function acceptBrowsers(namespace: BrowserNamespace, deps: Deps, core: BrowserCore): void {
  const { handlers } = core;
  const { up } = browserEvents;
  namespace.on('connection', (socket) => {
    const { company, user } = socket.data.session;
    core.sessions.add(socket);
    void socket.join([userRoom(user), companyRoom(company)]);
    const context = { deps, core, socket };
    handlers.on({ socket }, up.watchFleet, createOnWatchFleet(context));
    handlers.on({ socket }, up.unwatchFleet, createOnUnwatchFleet(context));
    handlers.on({ socket }, up.syncCheck, createOnSyncCheck(context));
    handlers.on({ socket }, up.watchThumbnails, createOnWatchThumbnails(context));
    handlers.on({ socket }, up.watchDevice, createOnWatchDevice(context));
    handlers.on({ socket }, up.unwatchDevice, createOnUnwatchDevice(context));
    handlers.refuseUnknown({ socket }, up);
    socket.on('disconnect', () => {
      void core.subscriptions.unsubscribe(socket);
      core.viewers.remove(socket);
      core.captures.remove(company, socket.id);
    });
  });
}
