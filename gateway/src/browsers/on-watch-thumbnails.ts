import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { Problem } from '@vigil/shared/contract/problems';
import { thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { canSeeDevice, type BrowserContext } from './context.ts';

/** Replaces the pictures that this browser wants; devices that the user may not see are left out and named. */
export const createOnWatchThumbnails =
  (context: BrowserContext) =>
  async ({ devices, width, interval_ms }: PayloadOf<(typeof browserUp)['watchThumbnails']>) => {
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
