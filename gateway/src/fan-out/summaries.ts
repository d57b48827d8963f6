import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { FleetCounts } from '@vigil/shared/contract/summary';
import { countFleet } from '@vigil/shared/domain/fleet-counts';
import { approvalForViewer } from '@vigil/shared/domain/visible-parts';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../deps.ts';
import type { BrowserNamespace } from '../sockets/sockets.ts';
import type { Fleet, LiveFleets } from './fleets.ts';
import type { FleetSubscriptions, SharedFleetView } from './subscriptions.ts';
import { createVisibility } from './visibility.ts';

const MIN_INTERVAL_MS = 1_000;

/** Counts all devices that the view's users may see, whichever group they watch. */
function summaryFor({ sight, openWindows }: SharedFleetView, { index, online }: Fleet): FleetCounts {
  const windows = openWindows();
  const { sees } = createVisibility('all', sight);
  const counted = [...index.devices].filter(([pk, device]) => sees(index, pk, device.group));
  return countFleet(
    counted.map(([pk, { group, approval }]) => ({
      group,
      online: online.has(pk),
      approved: approvalForViewer(windows, { pk, approval }) === 1,
    })),
  );
}

/** Pushes the counts to watching browsers, at most once per second and only after a change. */
export function createSummaryBroadcast(
  { log }: Deps,
  {
    console,
    fleets,
    subscriptions,
  }: { console: BrowserNamespace; fleets: LiveFleets; subscriptions: FleetSubscriptions },
): Disposable & { changed(company: CompanyPk): void } {
  const changed = new Set<CompanyPk>();
  const timer = every(MIN_INTERVAL_MS, log, () => {
    for (const company of changed) {
      const fleet = fleets.known(company);
      if (!fleet) continue;
      for (const view of subscriptions.viewsOf(company)) console.to(view.room).emit('summary', summaryFor(view, fleet));
    }
    changed.clear();
  });
  return { changed: (company) => void changed.add(company), [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
