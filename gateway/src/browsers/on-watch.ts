import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { Problem } from '@vigil/shared/contract/problems';
import { denialReason, thumbnailNeeds } from '@vigil/shared/domain/permissions';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { deviceRoom } from '../fan-out/audiences.ts';
import { canSeeDevice, type BrowserContext } from './context.ts';

// The messages of a browser, one handler each. A handler is created per socket.

type Payload<K extends keyof typeof browserUp> = PayloadOf<(typeof browserUp)[K]>;

/** The sequence number of the answer is read after the socket joined: the browser receives every later message. */
export const createOnWatchFleet =
  ({ deps, core, socket }: BrowserContext) =>
  async ({ group_pk, usage }: Payload<'watchFleet'>) => {
    const { company } = socket.data.session;
    const fleet = await core.fleets.of(company);
    await core.subscriptions.subscribe(socket, fleet, { scope: group_pk, usage });
    return { ok: true as const, seq: await currentSeq(deps.redis, company) };
  };

export const createOnUnwatchFleet =
  ({ core, socket }: BrowserContext) =>
  async () => {
    await core.subscriptions.unsubscribe(socket);
    return { ok: true as const };
  };

/** The heartbeat. The browser compares sequence numbers, and so notices when it missed the last message of all. */
export const createOnSyncCheck =
  ({ deps, socket }: BrowserContext) =>
  async () => ({ ok: true as const, seq: await currentSeq(deps.redis, socket.data.session.company) });

/** @throws Problem `not_found` for a device that the user may not see */
export const createOnWatchDevice =
  (context: BrowserContext) =>
  async ({ pk }: Payload<'watchDevice'>) => {
    const { core, socket } = context;
    const fleet = await core.fleets.of(socket.data.session.company);
    if (!canSeeDevice(context, fleet, pk)) throw new Problem('not_found');
    await socket.join(deviceRoom(pk));
    return { ok: true as const };
  };

export const createOnUnwatchDevice =
  ({ socket }: BrowserContext) =>
  async ({ pk }: Payload<'unwatchDevice'>) => {
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
    const { company, flags, isCorporate } = socket.data.session;
    if (devices.length > 0 && denialReason({ flags, isCorporate }, thumbnailNeeds)) throw new Problem('not_allowed');
    const fleet = await core.fleets.of(company);
    const { true: allowed = [], false: refused = [] } = Object.groupBy(devices, (device) =>
      String(canSeeDevice(context, fleet, device)),
    );
    core.viewers.set(socket, allowed, interval_ms);
    core.captures.set(company, socket.id, { devices: allowed, width, interval: interval_ms });
    return { ok: true as const, refused };
  };
