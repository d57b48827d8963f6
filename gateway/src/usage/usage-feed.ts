import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { BusMessageOf } from '@vigil/shared/platform/bus/messages';
import type { Deps } from '../deps.ts';
import { subscribeWithRetry, type RetriedSubscription } from '../fan-out/subscribe-with-retry.ts';
import type { SharedFleetView } from '../fan-out/subscriptions.ts';

interface Feeds {
  readonly viewsOf: (company: CompanyPk) => Iterable<SharedFleetView>;
  readonly groupsOf: (company: CompanyPk) => Iterable<GroupPk>;
  readonly onBatch: (company: CompanyPk, batch: BusMessageOf<'system_usage'>) => void;
}

/** Subscribes to the usage samples of those groups that browsers connected here watch. */
export function createUsageSubscriptions({ subscribe, log }: Deps, { viewsOf, groupsOf, onBatch }: Feeds) {
  const listening = new Map<CompanyPk, Map<GroupPk, RetriedSubscription>>();

  const watchedGroups = (company: CompanyPk): Set<GroupPk> => {
    const views = [...viewsOf(company)].filter((view) => view.usage > 0);
    if (views.length === 0) return new Set();
    return new Set([...groupsOf(company)].filter((group) => views.some((view) => view.shareOf(group) !== 'none')));
  };

  return {
    /** Updates the subscriptions of a company to the groups that are watched now. */
    refresh(company: CompanyPk): void {
      const groups = watchedGroups(company);
      const current = listening.get(company) ?? new Map<GroupPk, RetriedSubscription>();
      listening.set(company, current);
      for (const [group, subscription] of current) {
        if (groups.has(group)) continue;
        current.delete(group);
        subscription.end();
      }
      for (const group of groups) {
        if (current.has(group)) continue;
        const channel = busChannels.usage(company, group);
        const listen = () => subscribe(channel, (batch) => onBatch(company, batch));
        current.set(group, subscribeWithRetry(listen, log, { channel }));
      }
      if (current.size === 0) listening.delete(company);
    },
    get size() {
      return listening.size;
    },
  };
}
