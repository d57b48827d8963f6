import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { Problem } from '@vigil/shared/contract/problems';
import { readAnnounced } from '@vigil/shared/platform/changes/announcements';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { deviceRoom } from '../fan-out/audiences.ts';
import type { Fleet } from '../fan-out/fleets.ts';
import type { BrowserContext } from './context.ts';

// The messages of a browser, one handler each. A handler is created per socket.

type Payload<K extends keyof typeof browserUp> = PayloadOf<(typeof browserUp)[K]>;

/**
 * The fleet of the user's company.
 * @throws Problem `unavailable` when the browser left while the fleet was loaded: what is registered for it now would stay;
 *   `licence_gate` while the company has more devices than its licences admit
 */
async function fleetOf({ core, socket }: BrowserContext): Promise<Fleet> {
  const fleet = await core.fleets.of(socket.data.session.company);
  if (!socket.connected) throw new Problem('unavailable');
  if (core.gates.isOpen(socket.data.session.company)) throw new Problem('licence_gate');
  return fleet;
}

/** What a browser compares with what it has received. */
async function readCounts({ deps: { redis }, socket: { data } }: BrowserContext) {
  const { company, user } = data.session;
  const [seq, announced] = await Promise.all([currentSeq(redis, company), readAnnounced(redis, company, user)]);
  return { ok: true as const, seq, announced };
}

/** The counts of the answer are read after the socket joined: the browser receives every later message. */
export const createOnWatchFleet =
  (context: BrowserContext) =>
  async ({ group_pk, usage }: Payload<'watchFleet'>) => {
    const { core, socket } = context;
    const fleet = await fleetOf(context);
    await core.subscriptions.subscribe(socket, fleet, { scope: group_pk, usage });
    return readCounts(context);
  };

export const createOnUnwatchFleet =
  ({ core, socket }: BrowserContext) =>
  async () => {
    await core.subscriptions.unsubscribe(socket);
    return { ok: true as const };
  };

/** The heartbeat, by which a browser notices that it missed the last message of all. */
export const createOnSyncCheck = (context: BrowserContext) => () => readCounts(context);

/**
 * @throws Problem `not_found` for a device that the user may not see, `not_allowed` for the processes of one to the temporary account
 *   of a ticket
 */
export const createOnWatchDevice =
  (context: BrowserContext) =>
  async ({ pk, processes }: Payload<'watchDevice'>) => {
    const { core, socket } = context;
    await fleetOf(context);
    if (!core.access.canSee(socket, pk)) throw new Problem('not_found');
    if (processes && socket.data.session.kind === 'ticket') throw new Problem('not_allowed');
    socket.data.watched.add(pk);
    await socket.join(deviceRoom(pk));
    if (!processes) socket.data.watchedProcesses.delete(pk);
    else {
      socket.data.watchedProcesses.add(pk);
      core.processWatch.start(socket.data.session.company, pk);
    }
    return { ok: true as const };
  };

export const createOnUnwatchDevice =
  ({ socket }: BrowserContext) =>
  async ({ pk }: Payload<'unwatchDevice'>) => {
    socket.data.watched.delete(pk);
    socket.data.watchedProcesses.delete(pk);
    await socket.leave(deviceRoom(pk));
    return { ok: true as const };
  };

/**
 * Replaces the frames that this browser requests. Devices that the user may not see are listed as `refused`.
 * @throws Problem `not_allowed` without the thumbnail right or a Corporate licence
 */
export const createOnWatchThumbnails =
  (context: BrowserContext) =>
  async ({ devices, width, interval_ms }: Payload<'watchThumbnails'>) => {
    const { core, socket } = context;
    const { access } = core;
    await fleetOf(context);
    if (devices.length > 0 && !access.hasPictures(socket)) throw new Problem('not_allowed');
    const { true: allowed = [], false: refused = [] } = Object.groupBy(devices, (device) =>
      String(access.canSee(socket, device)),
    );
    core.viewers.set(socket, allowed, interval_ms);
    core.captures.set(socket.data.session.company, socket.id, { devices: allowed, width, interval: interval_ms });
    return { ok: true as const, refused };
  };
