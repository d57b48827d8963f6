import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { every } from '@vigil/shared/platform/lifecycle';
import { createCredentialVerifier, createSessionVerifier } from '@vigil/shared/platform/tokens';
import { welcomeAgents } from './agents/agents.ts';
import { requireAgent } from './agents/handshake.ts';
import { passPublicNews } from './browsers/public-news.ts';
import { welcomeBrowsers } from './browsers/browsers.ts';
import { followSessions, requireSession } from './browsers/sessions.ts';
import type { GatewayConfig } from './config.ts';
import { createAgents } from './core/agents.ts';
import { createBatches } from './core/batches.ts';
import { createControl, dismiss } from './core/control.ts';
import { createAgentDemand, createBrowserDemand } from './core/demand.ts';
import { createFleets, type Fleet } from './core/fleets.ts';
import { createFrameExchange } from './core/frame-exchange.ts';
import { createFrameGate } from './core/frames.ts';
import { createFrameViewers } from './core/frame-viewers.ts';
import { createHandlers } from './core/handle.ts';
import { createJournal } from './core/journal.ts';
import type { LiveMessage } from './core/live-message.ts';
import { createUsageRollup } from './core/usage-rollup.ts';
import { startPresence } from './core/presence.ts';
import { createRelay } from './core/relay.ts';
import type { AgentNamespace, BrowserNamespace } from './core/sockets.ts';
import { createSummaries } from './core/summaries.ts';
import { createUsageFeed } from './core/usage-feed.ts';
import { createWatchers } from './core/watchers.ts';
import type { Deps } from './deps.ts';
import { listen } from './listen.ts';

const DEMAND_RENEW_MS = 5_000;

/** What a change of the fleet means besides being passed on. */
const changesCounts = new Set<LiveMessage['t']>([
  'alive',
  'device_added',
  'device_removed',
  'device_moved',
  'device_changed',
]);

/** The gateway: everything it is made of and how the parts meet. */
export async function startGateway(
  config: GatewayConfig,
  keyRing: KeyRing,
  deps: Deps,
): Promise<AsyncDisposable & { readonly port: number }> {
  await using stack = new AsyncDisposableStack();
  const { redis, log } = deps;
  const listener = stack.use(await listen(config, deps));
  const agentSide: AgentNamespace = listener.io.of('/agent');
  const browserSide: BrowserNamespace = listener.io.of('/console');

  const agents = createAgents();
  const control = createControl(deps, agents);
  const handlers = createHandlers(deps);
  const journal = createJournal(deps);

  const usageFeed = createUsageFeed(deps, { fleets: () => fleets, relay: () => relay, watchers: () => watchers });
  const watchers = createWatchers((company) => usageFeed.refresh(company));
  const relay = createRelay(browserSide, watchers);
  const fleets = createFleets(deps, (fleet, message) => takeLive(fleet, message));
  const summaries = stack.use(createSummaries(deps, { console: browserSide, fleets, watchers }));

  const takeLive = (fleet: Fleet, message: LiveMessage): void => {
    relay.live(fleet, message);
    if (changesCounts.has(message.t)) summaries.changed(fleet.company);
    if (message.t !== 'device_removed') return;
    const agent = agents.get(message.device_pk);
    if (agent) dismiss(agent, 'deleted', 'the device was deleted');
  };

  const viewers = stack.use(createFrameViewers());
  const exchange = createFrameExchange(deps, viewers, () => presence.id());
  const presence = stack.use(
    await startPresence(deps, {
      onIdentity: async (id) => {
        await Promise.all([control.listenAs(id), exchange.listenAs(id)]);
      },
      onReplaced: control.tellReplaced,
    }),
  );

  const agentDemand = createAgentDemand(deps, (device, demand) => agents.get(device)?.emit('capture', demand));
  const browserDemand = stack.use(createBrowserDemand(deps, presence.id));
  stack.use(
    every(DEMAND_RENEW_MS, log, () => {
      browserDemand.renew();
      agentDemand.expire();
    }),
  );

  const frames = createFrameGate(
    (frame) => {
      const company = agents.get(frame.header.device_pk)?.data.company;
      if (company !== undefined) exchange.deliver(company, frame, agentDemand.gatewaysFor(frame.header.device_pk));
    },
    (device, cause) => log.debug({ device, err: cause }, 'a frame could not be read'),
  );

  const { session, agent } = keyRing;
  requireAgent(agentSide, deps, {
    verifyCredential: createCredentialVerifier(agent),
    fleets,
    publicIp: (socket) => listener.addressOf(socket.request),
  });
  welcomeAgents(agentSide, deps, {
    agents,
    presence,
    fleets,
    demand: agentDemand,
    batches: stack.use(createBatches(deps)),
    rollup: stack.use(createUsageRollup(deps, journal)),
    journal,
    handlers,
    frames,
  });

  const sessions = stack.use(await followSessions(deps));
  requireSession(browserSide, deps, {
    verifySession: createSessionVerifier(session),
    addressOf: (socket) => listener.addressOf(socket.request),
  });
  welcomeBrowsers(browserSide, deps, { fleets, watchers, demand: browserDemand, viewers, sessions, handlers });

  stack.use(await passPublicNews(browserSide, deps));

  // What was published while Redis was out of reach is gone; browsers come back and ask for a snapshot.
  stack.use(
    redis.onBack(async () => {
      await fleets.reset();
      // Closing the transport, not the namespace: a client comes back by itself only from the former.
      for (const socket of browserSide.sockets.values()) socket.conn.close();
    }),
  );
  deps.metrics.gauge('vigil_agents_connected', 'Agents connected to this gateway', () => agents.size);
  deps.metrics.gauge('vigil_browsers_connected', 'Browsers connected to this gateway', () => browserSide.sockets.size);

  const disposables = stack.move();
  return {
    port: listener.port,
    async [Symbol.asyncDispose]() {
      await presence.resign();
      await disposables.disposeAsync();
    },
  };
}
