import { normalizeSample } from '@vigil/shared/domain/usage-sample';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import type { GatewayContext } from '../core.ts';
import { createBrowserDelivery } from '../fan-out/browser-delivery.ts';
import { agentEvents } from '../sockets/sockets.ts';
import { createLatestUsagePublisher } from './usage-batches.ts';
import { createUsageSubscriptions } from './usage-feed.ts';
import { createMinuteUsageRollup } from './usage-rollup.ts';

/** Takes the samples of agents in batches, and brings those of the watched groups to browsers. */
export function relayUsage(core: GatewayContext): Disposable {
  const { deps, hooks, fleets, subscriptions } = core;
  const batches = createLatestUsagePublisher(deps);
  const rollup = createMinuteUsageRollup(deps);
  const audiences = createBrowserDelivery(core.browserSide, core);
  const feed = createUsageSubscriptions(deps, {
    viewsOf: subscriptions.viewsOf,
    groupsOf: (company) => fleets.known(company)?.index.groups.keys() ?? [],
    onBatch(company, batch) {
      const fleet = fleets.known(company);
      if (fleet) audiences.deliver(batch, fleet);
    },
  });
  hooks.agentConnected.add(({ socket, on }) => {
    const { company, device } = socket.data;
    on(agentEvents.up.systemUsage, (reported) => {
      // Looked up per sample, because a connected device may be moved.
      const indexed = fleets.deviceOf(company, device);
      if (!indexed || !showsDetails(indexed)) return;
      const sample = normalizeSample(reported);
      batches.add({ company, group: indexed.group, device }, sample);
      rollup.add(company, device, sample);
    });
  });
  hooks.usageWatched.add(feed.refresh);
  hooks.loaded.add(({ company }) => feed.refresh(company));
  hooks.applied.add(({ company }, message) => {
    // A device that moves changes the groups of which a view of single devices needs the samples.
    if (message.t === 'group_changed' || message.t === 'devices_moved') feed.refresh(company);
  });
  core.count('usageFeed', () => feed.size);
  const stack = new DisposableStack();
  stack.use(batches);
  stack.use(rollup);
  return stack;
}
