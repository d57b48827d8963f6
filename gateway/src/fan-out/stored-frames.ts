import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../deps.ts';
import type { BrowserNamespace } from '../sockets/sockets.ts';
import type { LiveFleets } from './fleets.ts';
import type { FleetSubscriptions } from './subscriptions.ts';

/** A wall that is opened lets the frames of hundreds of devices be stored within a second. */
const INTERVAL_MS = 1_000;

/**
 * Tells browsers which of their devices have a stored frame from now on, which none any more, and which may not be
 * shown.
 */
export function createStoredFrameBroadcast(
  { log }: Deps,
  {
    console,
    fleets,
    subscriptions,
  }: { console: BrowserNamespace; fleets: LiveFleets; subscriptions: FleetSubscriptions },
): Disposable & { changed(company: CompanyPk, device: DevicePk, ext: FrameExt | 'forbidden' | null): void } {
  const changed = new Map<CompanyPk, Map<DevicePk, FrameExt | 'forbidden' | null>>();
  const timer = every(INTERVAL_MS, log, () => {
    for (const [company, formats] of changed) {
      const devices = fleets.known(company)?.index.devices;
      for (const view of subscriptions.viewsOf(company)) {
        const rows: [DevicePk, FrameExt | null][] = [];
        const forbidden: DevicePk[] = [];
        for (const [pk, ext] of formats) {
          const device = devices?.get(pk);
          if (!device || !view.canSee(pk)) continue;
          if (ext === 'forbidden') forbidden.push(pk);
          else if (ext === null || showsDetails(device)) rows.push([pk, ext]);
        }
        if (rows.length + forbidden.length > 0) console.to(view.room).emit('frame_formats', { rows, forbidden });
      }
    }
    changed.clear();
  });
  return {
    changed(company, device, ext) {
      const formats = changed.get(company) ?? new Map<DevicePk, FrameExt | 'forbidden' | null>();
      changed.set(company, formats.set(device, ext));
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
