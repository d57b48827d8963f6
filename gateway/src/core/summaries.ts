import { countFleet } from '@vigil/shared/domain/fleet-counts';
import type { Summary } from '@vigil/shared/contract/summary';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../deps.ts';
import type { Fleet, Fleets } from './fleets.ts';
import type { BrowserNamespace } from './sockets.ts';
import { createSight } from './fleets.ts';
import type { View, Watchers } from './watchers.ts';

const AT_MOST_EVERY_MS = 1_000;

/** The counts for what the view's users may see at all, whichever group they look at. */
function summaryFor(view: View, fleet: Fleet): Summary {
  const [first] = view.sockets.values();
  const sees = createSight('all', first?.data.session.groups ?? []);
  const counted = [...fleet.index.devices].filter(([, device]) => sees(fleet.index, device.group));
  return countFleet(
    counted.map(([pk, device]) => ({
      group: device.group,
      online: fleet.online.has(pk),
      approved: device.approval === 1,
    })),
  );
}

/** Pushes the counts to those who watch, at most once a second and only when something changed. */
export function createSummaries(
  { log }: Deps,
  { console, fleets, watchers }: { console: BrowserNamespace; fleets: Fleets; watchers: Watchers },
): Disposable & { changed(company: CompanyPk): void } {
  const changed = new Set<CompanyPk>();
  const timer = every(AT_MOST_EVERY_MS, log, () => {
    for (const company of changed) {
      const fleet = fleets.known(company);
      if (!fleet) continue;
      for (const view of watchers.viewsOf(company)) console.to(view.room).emit('summary', summaryFor(view, fleet));
    }
    changed.clear();
  });
  return { changed: (company) => void changed.add(company), [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
