import { busChannels } from '@vigil/shared/platform/bus/channels';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import { readAnnouncementCount } from '@vigil/shared/platform/changes/announcements';
import { currentSeq } from '@vigil/shared/platform/redis/seq';
import { loadBrowserFleet, type GatewayContext } from '../core.ts';
import { browserEvents, type BrowserSocket } from '../sockets/sockets.ts';
import { createBrowserDelivery } from './browser-delivery.ts';
import { createStoredFrameBroadcast } from './stored-frames.ts';
import { createSummaryBroadcast } from './summaries.ts';

const affectsSummary = new Set<CompanyMessage['t']>([
  'alive',
  'device_added',
  'device_removed',
  'devices_removed',
  'devices_moved',
  'device_changed',
  'devices_changed',
  'approval_window',
]);

/** Brings the messages of companies to the browsers that watch their fleets, with the counts that follow from them. */
export async function fanOutToBrowsers(core: GatewayContext): Promise<AsyncDisposable> {
  const { deps, hooks, fleets, subscriptions } = core;
  const audiences = createBrowserDelivery(core.browserSide, core);
  const parts = { console: core.browserSide, fleets, subscriptions };
  const summaries = createSummaryBroadcast(deps, parts);
  const frameFormats = createStoredFrameBroadcast(deps, parts);
  hooks.message.add((fleet, message) => {
    audiences.deliver(message, fleet);
    if (message.t === 'frame_format') frameFormats.changed(fleet.company, message.device, message.ext);
    if (affectsSummary.has(message.t)) summaries.changed(fleet.company);
  });
  hooks.loaded.add(({ company }) => summaries.changed(company));
  // Browsers remove their pictures also where none was stored, of which nothing else would tell them.
  hooks.captureForbidden.add((company, device) => frameFormats.changed(company, device, 'forbidden'));

  /** What a browser compares with what it has received. */
  const readCounts = async ({ data: { session } }: BrowserSocket) => {
    const [seq, announced] = await Promise.all([
      currentSeq(deps.redis, session.company),
      readAnnouncementCount(deps.redis, session.company, session.user),
    ]);
    return { ok: true as const, seq, announced };
  };

  hooks.browserConnected.add(({ socket, on }) => {
    const { up } = browserEvents;
    on(up.watchFleet, async ({ group_pk, usage }) => {
      const fleet = await loadBrowserFleet(core, socket);
      await subscriptions.subscribe(socket, fleet, { scope: group_pk, usage });
      // Read after the socket joined: the browser receives every later message.
      return readCounts(socket);
    });
    on(up.unwatchFleet, async () => {
      await subscriptions.unsubscribe(socket);
      return { ok: true };
    });
    // The heartbeat, by which a browser notices that it missed the last message of all.
    on(up.syncCheck, () => readCounts(socket));
  });
  hooks.browserStopped.add((socket) => void subscriptions.unsubscribe(socket));

  const stack = new AsyncDisposableStack();
  stack.use(summaries);
  stack.use(frameFormats);
  const unsubscribe = await deps.subscribe(busChannels.everyone, (message) => audiences.deliver(message, null));
  stack.defer(() => unsubscribe().catch(() => undefined));
  return stack;
}
