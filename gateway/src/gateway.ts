import type { DevicePk } from '@vigil/shared/contract/ids';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { followLicenceGates } from '@vigil/shared/platform/licence-gates';
import { every } from '@vigil/shared/platform/lifecycle';
import { createCredentialVerifier, createSessionVerifier } from '@vigil/shared/platform/tokens';
import { acceptAgents } from './agents/agents.ts';
import { isBarred } from './agents/admit-hardware.ts';
import { requireAgent } from './agents/handshake.ts';
import { createAgentBudgets } from './budgets/agent-budgets.ts';
import { createBrowserBudgets } from './budgets/browser-budgets.ts';
import { acceptBrowsers, endSubscriptions } from './browsers/browsers.ts';
import { createAccess } from './fan-out/access.ts';
import { createProcessWatch } from './browsers/process-watch.ts';
import { createAccessReview } from './browsers/access-review.ts';
import { followAccessPolicies } from './browsers/access-policies.ts';
import { followSessions, requireSession } from './browsers/sessions.ts';
import type { GatewayConfig } from './config.ts';
import { createConnectedAgents } from './presence/connected-agents.ts';
import { createUsageBatches } from './usage/usage-batches.ts';
import { createGatewayCalls, terminate } from './agents/gateway-calls.ts';
import { createSettingsSender } from './agents/settings-sender.ts';
import { createAgentCaptures } from './pictures/agent-captures.ts';
import { createBrowserCaptures } from './pictures/browser-captures.ts';
import { createFleets, type Fleet, type Fleets } from './fan-out/fleets.ts';
import { createFrameExchange } from './pictures/frame-exchange.ts';
import { createFrameResizer } from './pictures/frame-resizer.ts';
import { createFrameViewers } from './pictures/frame-viewers.ts';
import { createHandlers } from './sockets/handlers.ts';
import { createUsageRollup } from './usage/usage-rollup.ts';
import { startPresence } from './presence/presence.ts';
import { companyRoom, createAudiences } from './fan-out/audiences.ts';
import type { AgentNamespace, BrowserNamespace } from './sockets/sockets.ts';
import { createSummaries } from './fan-out/summaries.ts';
import { createUsageFeed } from './usage/usage-feed.ts';
import { createSubscriptions, type Subscriptions } from './fan-out/subscriptions.ts';
import { createUnregisteredSockets } from './sockets/unregistered-sockets.ts';
import type { Deps } from './deps.ts';
import { prepareListener, type ListenerIntervals } from './listen.ts';

const CAPTURE_RENEW_MS = 5_000;

/** How often state that no socket needs any more is released. */
const RELEASE_INTERVAL_MS = 10_000;

/** The changes after which a user may see other devices than before. */
const affectsAccess = new Set<CompanyMessage['t']>([
  'device_removed',
  'devices_removed',
  'devices_moved',
  'group_changed',
]);

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

/** Intervals in milliseconds that tests change. */
export interface GatewayIntervals extends ListenerIntervals {
  readonly releaseIntervalMs?: number;
  readonly sessionCheckIntervalMs?: number;
}

/** Starts the gateway: creates its parts and connects them. */
export async function startGateway(
  config: GatewayConfig,
  keyRing: KeyRing,
  deps: Deps,
  intervals: GatewayIntervals = {},
): Promise<
  AsyncDisposable & {
    readonly port: number;
    readonly operatorPort: number;
    readonly entryCounts: () => Record<string, number>;
  }
> {
  await using stack = new AsyncDisposableStack();
  const { redis, log } = deps;
  const listener = stack.use(await prepareListener(config, deps, intervals));
  const agentSide: AgentNamespace = listener.io.of('/agent');
  const browserSide: BrowserNamespace = listener.io.of('/console');

  agentSide.on('connection', listener.limits.admit);
  browserSide.on('connection', listener.limits.admit);

  const agents = createConnectedAgents();
  const isApproved = (device: DevicePk): boolean => {
    const company = agents.get(device)?.data.company;
    return company !== undefined && fleets.deviceOf(company, device)?.approval === 1;
  };
  const closeBarred = ({ index }: Fleet, device: DevicePk): void => {
    const agent = agents.get(device);
    if (agent && isBarred(agent.data.hardware, index.devices.get(device)?.keyHolders)) agent.conn.close();
  };
  const calls = createGatewayCalls(deps, { agents, isApproved });
  const handlers = createHandlers(deps);

  const fleets: Fleets = createFleets(deps, {
    onMessage(fleet, message) {
      audiences.deliver(message, fleet);
      if (affectsSummary.has(message.t)) summaries.changed(fleet.company);
      if (message.t === 'remote_session') agents.get(message.device_pk)?.emit('session', message.session);
      if (message.t === 'remote_session_warning' && message.device_pk !== null) {
        agents.get(message.device_pk)?.emit('session_warning', message.warning);
      }
      if (message.t === 'remote_session_cut' && message.device_pk !== null) {
        agents.get(message.device_pk)?.emit('session_cut', message.cut);
      }
      for (const pk of removedBy(message)) {
        const agent = agents.get(pk);
        if (agent) terminate(agent, 'deleted', 'the device was deleted');
      }
    },
    onApplied(fleet, message) {
      settings.onApplied(fleet, message);
      if (message.t === 'device_changed' && message.hardware) closeBarred(fleet, message.device_pk);
      if (message.t === 'device_changed') agentCaptures.approvalChanged(message.device_pk);
      // A device that moves changes the groups of which a view of single devices needs the samples.
      if (message.t === 'group_changed' || message.t === 'devices_moved') usageFeed.refresh(fleet.company);
      if (affectsAccess.has(message.t)) accessReview.changed(fleet.company);
    },
    onLoaded(fleet) {
      settings.onLoaded(fleet);
      for (const device of agents.devicesOf(fleet.company)) {
        agentCaptures.approvalChanged(device);
        closeBarred(fleet, device);
      }
      usageFeed.refresh(fleet.company);
      summaries.changed(fleet.company);
      accessReview.changed(fleet.company);
    },
  });
  const gates = stack.use(
    await followLicenceGates(deps, (company, isOpen) => {
      const room = companyRoom(company);
      for (const id of (isOpen && browserSide.adapter.rooms.get(room)) || []) {
        const socket = browserSide.sockets.get(id);
        if (socket) endSubscriptions(socket, { subscriptions, viewers, captures: browserCaptures });
      }
      browserSide.to(room).emit('licence_changed', {});
    }),
  );
  const access = createAccess(fleets, gates);
  const settings = createSettingsSender(deps, { agents, fleets, keyRing });
  const subscriptions: Subscriptions = createSubscriptions((company) => usageFeed.refresh(company));
  const audiences = createAudiences(browserSide, { subscriptions, access });
  const usageFeed = createUsageFeed(deps, {
    viewsOf: subscriptions.viewsOf,
    groupsOf: (company) => fleets.known(company)?.index.groups.keys() ?? [],
    onBatch(company, batch) {
      const fleet = fleets.known(company);
      if (fleet) audiences.deliver(batch, fleet);
    },
  });
  const summaries = stack.use(createSummaries(deps, { console: browserSide, fleets, subscriptions }));

  const viewers = stack.use(createFrameViewers(access.canSeePictures));
  const exchange = createFrameExchange(deps, viewers, () => presence.id());
  const presence = stack.use(
    await startPresence(deps, {
      onIdentity: async (id) => {
        await Promise.all([calls.listenAs(id), exchange.listenAs(id)]);
      },
      onReplaced: calls.reportReplaced,
    }),
  );

  const agentCaptures = createAgentCaptures(deps, {
    isApproved,
    onChange: (device, demand) => agents.get(device)?.emit('capture', demand),
  });
  const browserCaptures = stack.use(createBrowserCaptures(deps, presence.id));
  const accessReview = stack.use(
    createAccessReview({ console: browserSide, access, viewers, captures: browserCaptures }),
  );
  stack.use(
    every(CAPTURE_RENEW_MS, log, () => {
      browserCaptures.renew();
      agentCaptures.expire();
    }),
  );

  const frames = createFrameResizer(
    (frame) => {
      const company = agents.get(frame.header.device_pk)?.data.company;
      if (company !== undefined) exchange.deliver(company, frame, agentCaptures.gatewaysFor(frame.header.device_pk));
    },
    (device, cause) => log.debug({ device, err: cause }, 'frame not readable'),
  );

  const { session, agent } = keyRing;
  const budgets = createAgentBudgets(deps, config.AGENT_BUDGET_FACTOR);
  requireAgent(agentSide, deps, {
    verifyCredential: createCredentialVerifier(agent),
    fleets,
    budgets,
    publicIp: (socket) => listener.addressOf(socket.request),
  });
  acceptAgents(agentSide, deps, {
    agents,
    presence,
    fleets,
    captures: agentCaptures,
    settings,
    batches: stack.use(createUsageBatches(deps)),
    rollup: stack.use(createUsageRollup(deps)),
    handlers,
    budgets,
    frames,
    exchange,
  });

  const sessions = stack.use(await followSessions(deps, intervals.sessionCheckIntervalMs));
  const policies = stack.use(
    await followAccessPolicies(deps, { companies: sessions.companies, apply: sessions.applyPolicy }),
  );
  const browserBudgets = createBrowserBudgets(deps);
  requireSession(browserSide, deps, {
    budgets: browserBudgets,
    policies,
    verifySession: createSessionVerifier(session),
    addressOf: (socket) => listener.addressOf(socket.request),
  });
  const processWatch = stack.use(createProcessWatch(deps, sessions));
  acceptBrowsers(browserSide, deps, {
    gates,
    fleets,
    access,
    subscriptions,
    captures: browserCaptures,
    viewers,
    sessions,
    processWatch,
    handlers,
    budgets: browserBudgets,
  });

  const stopPublic = await deps.subscribe(channels.everyone, (message) => audiences.deliver(message, null));
  stack.defer(() => stopPublic().catch(() => undefined));

  const unregistered = createUnregisteredSockets(deps);
  stack.use(
    every(intervals.releaseIntervalMs ?? RELEASE_INTERVAL_MS, log, () => {
      const withAgents = new Set(agents.companies());
      agentCaptures.releaseUnneeded(withAgents);
      budgets.releaseUnneeded();
      browserBudgets.releaseUnneeded();
      fleets.releaseUnneeded(new Set([...withAgents, ...sessions.companies()]));
      unregistered.close({ namespace: agentSide, has: (socket) => agents.get(socket.data.device) === socket });
      unregistered.close({ namespace: browserSide, has: (socket) => sessions.sockets.has(socket) });
    }),
  );

  // Messages published while Redis was unreachable are lost, so browsers reconnect and read a snapshot.
  stack.use(
    redis.onReconnect(async () => {
      await fleets.reset();
      // Connected agents need their fleet as before: their samples are grouped by it.
      for (const company of agents.companies()) {
        fleets.of(company).catch((cause: unknown) => log.warn({ err: cause, company }, 'fleet not loaded'));
      }
      // Closes the transport, not the namespace: a client reconnects by itself only after the former.
      for (const socket of browserSide.sockets.values()) socket.conn.close();
    }),
  );
  deps.metrics.gauge('vigil_agents_connected', 'Agents connected to this gateway', () => agents.size);
  deps.metrics.gauge('vigil_browsers_connected', 'Browsers connected to this gateway', () => browserSide.sockets.size);

  const { port, operatorPort } = await listener.open();
  const disposables = stack.move();
  return {
    port,
    operatorPort,
    entryCounts: () => ({
      agents: agents.size,
      presence: presence.size,
      fleets: fleets.size,
      subscriptions: subscriptions.size,
      usageFeed: usageFeed.size,
      agentCaptures: agentCaptures.size,
      browserCaptures: browserCaptures.size,
      watchedPictures: browserCaptures.watched,
      watchedProcesses: processWatch.size,
      frames: exchange.size,
      budgets: budgets.size,
      browserBudgets: browserBudgets.size,
      connectionLimits: listener.limits.size,
      viewers: viewers.size,
      sessions: sessions.size,
    }),
    async [Symbol.asyncDispose]() {
      await presence.resign();
      await disposables.disposeAsync();
    },
  };
}

function removedBy(message: CompanyMessage): readonly DevicePk[] {
  if (message.t === 'device_removed') return [message.device_pk];
  return message.t === 'devices_removed' ? message.pks : [];
}
