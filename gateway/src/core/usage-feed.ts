import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/redis/keys';
import type { Unsubscribe } from '@vigil/shared/platform/redis/redis';
import type { Deps } from '../deps.ts';
import type { Fleets } from './fleets.ts';
import type { Relay } from './relay.ts';
import type { Watchers } from './watchers.ts';

/** Listens to the figures of exactly those groups that somebody connected here looks at. */
export function createUsageFeed(
  { redis, log }: Deps,
  // They need each other: watchers say what is wanted, the relay hands it to them.
  { fleets, relay, watchers }: { fleets: () => Fleets; relay: () => Relay; watchers: () => Watchers },
) {
  const listening = new Map<string, Promise<Unsubscribe>>();

  const wanted = (company: CompanyPk): Map<string, GroupPk> => {
    const groups = new Map<string, GroupPk>();
    const views = [...watchers().viewsOf(company)].filter((view) => view.usage > 0);
    for (const group of fleets().known(company)?.index.groups.keys() ?? []) {
      if (views.some((view) => view.sees(group))) groups.set(channels.usage(company, group), group);
    }
    return groups;
  };

  const listen = (company: CompanyPk, channel: string, group: GroupPk) => {
    const subscription = redis.subscribe(channel, (text) =>
      relay().usage(company, group, JSON.parse(text) as { at: number; cols: string[]; rows: (number | null)[][] }),
    );
    listening.set(channel, subscription);
    subscription.catch((cause: unknown) => {
      listening.delete(channel);
      log.warn({ err: cause, channel }, 'not subscribed');
    });
  };

  return {
    /** Brings the subscriptions of a company in line with what is watched now. */
    refresh(company: CompanyPk): void {
      const groups = wanted(company);
      const prefix = channels.usage(company, 0 as GroupPk).slice(0, -1);
      for (const [channel, subscription] of listening) {
        if (!channel.startsWith(prefix) || groups.has(channel)) continue;
        listening.delete(channel);
        subscription
          .then((unsubscribe) => unsubscribe())
          .catch((cause: unknown) => log.debug({ err: cause }, 'not unsubscribed'));
      }
      for (const [channel, group] of groups) if (!listening.has(channel)) listen(company, channel, group);
    },
  };
}
