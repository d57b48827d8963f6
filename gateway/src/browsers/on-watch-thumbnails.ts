import type { PayloadOf } from '@vigil/shared/contract/event';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { Problem } from '@vigil/shared/contract/problems';
import { thumbnailNeeds, denialReason } from '@vigil/shared/domain/permissions';
import { maySee, type BrowserContext } from './context.ts';

/** Replaces this browser's wish for pictures; what the user may not look at is left out and named. */
export const createOnWatchThumbnails =
  (context: BrowserContext) =>
  async ({ devices, width, interval_ms }: PayloadOf<(typeof browserUp)['watchThumbnails']>) => {
    const { core, socket } = context;
    const { company, flags, isCorporate } = socket.data.session;
    if (devices.length > 0 && denialReason({ flags, isCorporate }, thumbnailNeeds)) throw new Problem('not_allowed');
    const fleet = await core.fleets.of(company);
    const allowed = devices.filter((device) => maySee(context, fleet, device));
    const refused = devices.filter((device) => !allowed.includes(device));
    core.viewers.set(socket, allowed, interval_ms);
    core.demand.set(company, socket.id, { devices: allowed, width, interval: interval_ms });
    return { ok: true as const, refused };
  };
