import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { every } from '@vigil/shared/platform/lifecycle';
import { readDevicePresence } from '@vigil/shared/platform/redis/presence';
import { loadBrowserFleet, type GatewayContext } from '../core.ts';
import { deviceRoom, processRoom } from '../fan-out/browser-delivery.ts';
import { browserEvents, type BrowserSocket } from '../sockets/sockets.ts';

/** Well within the lease of a request, so that one lost message ends no list. */
const RENEW_MS = 5_000;

/**
 * Lets browsers watch single devices: their commands, and their processes, which are requested from the gateways that
 * hold the devices' sockets.
 */
export function serveDeviceWatches(core: GatewayContext): Disposable {
  const { hooks, browserSide, access } = core;
  const { redis, log } = core.deps;

  const requestProcesses = async (company: CompanyPk, device: DevicePk): Promise<void> => {
    const presence = await readDevicePresence(redis, company, device);
    if (presence)
      await publish(redis, busChannels.gateway(presence.gateway), { t: 'watch_processes', company, device });
  };
  const startProcesses = (company: CompanyPk, device: DevicePk): void => {
    requestProcesses(company, device).catch((cause: unknown) =>
      log.debug({ err: cause, device }, 'processes not requested'),
    );
  };
  const renew = (): void => {
    const requested = new Set<DevicePk>();
    for (const { data } of browserSide.sockets.values()) {
      for (const device of data.watchedProcesses) {
        if (!requested.has(device)) startProcesses(data.session.company, device);
        requested.add(device);
      }
    }
  };

  const stop = (socket: BrowserSocket, device: DevicePk) => {
    socket.data.watched.delete(device);
    socket.data.watchedProcesses.delete(device);
    return Promise.all([socket.leave(deviceRoom(device)), socket.leave(processRoom(device))]);
  };

  hooks.browserConnected.add(({ socket, on }) => {
    const { up } = browserEvents;
    const { session, watched, watchedProcesses } = socket.data;
    // `not_found` for a device that the user may not see, `not_allowed` for the processes of one to who does not manage
    // devices, and for anything of a single device to a wall screen.
    on(up.watchDevice, async ({ pk, processes }) => {
      if (socket.data.session.kind === 'screen') throw new Problem('not_allowed');
      await loadBrowserFleet(core, socket);
      if (!access.canSee(socket, pk)) throw new Problem('not_found');
      if (processes && !access.canWatchProcesses(socket)) throw new Problem('not_allowed');
      watched.add(pk);
      await socket.join(deviceRoom(pk));
      if (access.canWatchProcesses(socket)) await socket.join(processRoom(pk));
      if (!processes) watchedProcesses.delete(pk);
      else {
        watchedProcesses.add(pk);
        startProcesses(session.company, pk);
      }
      return { ok: true };
    });
    on(up.unwatchDevice, async ({ pk }) => {
      await stop(socket, pk);
      return { ok: true };
    });
  });
  hooks.browserStopped.add((socket) => {
    for (const device of socket.data.watched) void stop(socket, device);
  });
  hooks.accessChanged.add((socket) => {
    for (const device of socket.data.watched) if (!access.canSee(socket, device)) void stop(socket, device);
  });

  // Number of watched devices, counted once per browser.
  core.count('watchedProcesses', () =>
    [...browserSide.sockets.values()].reduce((sum, { data }) => sum + data.watchedProcesses.size, 0),
  );
  return every(RENEW_MS, log, renew);
}
