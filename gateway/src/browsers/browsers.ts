import type { Deps } from '../deps.ts';
import { companyRoom, deviceRoom, userRoom } from '../fan-out/audiences.ts';
import { browserEvents, type BrowserNamespace, type BrowserSocket } from '../sockets/sockets.ts';
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
    const from = { socket, budget: core.budgets.open(socket) };
    handlers.on(from, up.watchFleet, createOnWatchFleet(context));
    handlers.on(from, up.unwatchFleet, createOnUnwatchFleet(context));
    handlers.on(from, up.syncCheck, createOnSyncCheck(context));
    handlers.on(from, up.watchThumbnails, createOnWatchThumbnails(context));
    handlers.on(from, up.watchDevice, createOnWatchDevice(context));
    handlers.on(from, up.unwatchDevice, createOnUnwatchDevice(context));
    handlers.refuseUnknown(from, up);
    socket.on('disconnect', () => endSubscriptions(socket, core));
  });
}

/** Ends everything that a browser watches; no agent captures frames for it any more. */
export function endSubscriptions(
  socket: BrowserSocket,
  { subscriptions, viewers, captures }: Pick<BrowserCore, 'subscriptions' | 'viewers' | 'captures'>,
): void {
  void subscriptions.unsubscribe(socket);
  for (const device of socket.data.watched) void socket.leave(deviceRoom(device));
  socket.data.watched.clear();
  socket.data.watchedProcesses.clear();
  viewers.remove(socket);
  captures.remove(socket.data.session.company, socket.id);
}
