import { countFleet } from '@vigil/shared/domain/fleet-counts';
import type { Summary } from '@vigil/shared/contract/summary';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../deps.ts';
import type { BrowserNamespace } from '../sockets/sockets.ts';
import type { Fleet, Fleets } from './fleets.ts';
import type { Subscriptions, View } from './subscriptions.ts';
import { createVisibility } from './visibility.ts';

const AT_MOST_EVERY_MS = 1_000;

/** The counts for what the view's users may see at all, whichever group they look at. */
function summaryFor({ allowed }: View, { index, online }: Fleet): Summary {
  const isVisible = createVisibility('all', allowed);
  const counted = [...index.devices].filter(([, device]) => isVisible(index, device.group));
  return countFleet(
    counted.map(([pk, device]) => ({ group: device.group, online: online.has(pk), approved: device.approval === 1 })),
  );
}

/** Pushes the counts to the browsers that watch, at most once a second and only when something changed. */
export function createSummaries(
  { log }: Deps,
  { console, fleets, subscriptions }: { console: BrowserNamespace; fleets: Fleets; subscriptions: Subscriptions },
): Disposable & { changed(company: CompanyPk): void } {
  const changed = new Set<CompanyPk>();
  const timer = every(AT_MOST_EVERY_MS, log, () => {
    for (const company of changed) {
      const fleet = fleets.known(company);
      if (!fleet) continue;
      for (const view of subscriptions.viewsOf(company)) console.to(view.room).emit('summary', summaryFor(view, fleet));
    }
    changed.clear();
  });
  return { changed: (company) => void changed.add(company), [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
