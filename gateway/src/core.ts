import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { followLicenceGates, type LicenceGates } from '@vigil/shared/platform/licence-gates';
import type { ReplacedSocket } from '@vigil/shared/platform/redis/presence';
import type { AgentBudget } from './budgets/agent-budgets.ts';
import type { GatewayConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { createBrowserAccess, type BrowserAccessChecks } from './fan-out/browser-access.ts';
import { createLiveFleets, type Fleet, type LiveFleets } from './fan-out/fleets.ts';
import { createFleetSubscriptions, type FleetSubscriptions } from './fan-out/subscriptions.ts';
import { createHook, type Hook } from './hook.ts';
import type { GatewayServer } from './listen.ts';
import { createConnectedAgents, type ConnectedAgents } from './presence/connected-agents.ts';
import { createPresence, type Presence } from './presence/presence.ts';
import { createSocketHandlers, type SocketHandlerFactory } from './sockets/handlers.ts';
import type { AgentNamespace, AgentSocket, BrowserNamespace, BrowserSocket } from './sockets/sockets.ts';
import { createUnservedSocketCloser, type UnservedSocketCloser } from './sockets/unserved-sockets.ts';

/** Registers the handler of an event that the client of a socket sends. */
type On = ReturnType<SocketHandlerFactory>['on'];

export interface AgentConnection {
  readonly socket: AgentSocket;
  readonly budget: AgentBudget;
  readonly on: On;
}

export interface BrowserSocketWithHandlerSetup {
  readonly socket: BrowserSocket;
  readonly on: On;
}

/** What happens in a gateway. */
interface Hooks {
  /** A message of a company, before it is applied: what it removes is still in the fleet. */
  readonly message: Hook<[fleet: Fleet, message: CompanyMessage]>;
  readonly applied: Hook<[fleet: Fleet, message: CompanyMessage]>;
  /** The whole index of a fleet was read: anything may be different from before. */
  readonly loaded: Hook<[fleet: Fleet]>;
  /** The groups whose usage the browsers of a company watch may have changed. */
  readonly usageWatched: Hook<[company: CompanyPk]>;
  readonly licenceGate: Hook<[company: CompanyPk, isBlocked: boolean]>;
  /** The gateway has a new id, and must listen to the channels of that id. */
  readonly identity: Hook<[id: string], Promise<void>>;
  /** A socket here replaced one of another gateway. */
  readonly replaced: Hook<[replaced: ReplacedSocket]>;
  readonly agentConnected: Hook<[agent: AgentConnection]>;
  /** An agent has reported another version of its settings than before (SETTINGS-2). */
  readonly settingsApplied: Hook<[socket: AgentSocket]>;
  /** Not called for a socket that another one of the same device has replaced. */
  readonly agentDisconnected: Hook<[socket: AgentSocket]>;
  readonly browserConnected: Hook<[browser: BrowserSocketWithHandlerSetup]>;
  /** A browser watches nothing any more: it has left, or its company is blocked by the licence gate. */
  readonly browserStopped: Hook<[socket: BrowserSocket]>;
  /** What a browser may see may have changed: what it watches without a right ends. */
  readonly accessChanged: Hook<[socket: BrowserSocket]>;
  /** The screen of a device that browsers here have seen may not be captured any more. */
  readonly captureForbidden: Hook<[company: CompanyPk, device: DevicePk]>;
  /** State that no socket needs any more is released. */
  readonly release: Hook<[needed: { readonly agents: ReadonlySet<CompanyPk> }]>;
}

/** What the parts of a gateway share. */
export interface GatewayContext {
  readonly config: GatewayConfig;
  readonly keyRing: KeyRing;
  readonly deps: Deps;
  readonly hooks: Hooks;
  readonly agentSide: AgentNamespace;
  readonly browserSide: BrowserNamespace;
  readonly addressOf: (socket: AgentSocket | BrowserSocket) => string;
  readonly handlersOf: SocketHandlerFactory;
  readonly unregistered: UnservedSocketCloser;
  readonly agents: ConnectedAgents;
  readonly presence: Presence;
  readonly fleets: LiveFleets;
  readonly gates: Pick<LicenceGates, 'isBlocked'>;
  readonly access: BrowserAccessChecks;
  readonly subscriptions: FleetSubscriptions;
  /** Whether the device of an agent here shows more than its identity and state. */
  readonly showsDetails: (device: DevicePk) => boolean;
  /** Names the number of entries that a part holds in memory. */
  readonly count: (name: string, read: () => number) => void;
}

/**
 * A part of a gateway: it adds listeners to the hooks of the core. What it returns is disposed of when the gateway
 * stops.
 */
export type GatewayPart = (core: GatewayContext) => Disposable | AsyncDisposable | Promise<AsyncDisposable> | void;

export async function createGatewayContext(
  { config, keyRing, deps, listener }: { config: GatewayConfig; keyRing: KeyRing; deps: Deps; listener: GatewayServer },
  stack: AsyncDisposableStack,
): Promise<GatewayContext & { readonly entryCounts: () => Record<string, number> }> {
  const hooks: Hooks = {
    message: createHook(),
    applied: createHook(),
    loaded: createHook(),
    usageWatched: createHook(),
    licenceGate: createHook(),
    identity: createHook(),
    replaced: createHook(),
    agentConnected: createHook(),
    settingsApplied: createHook(),
    agentDisconnected: createHook(),
    browserConnected: createHook(),
    browserStopped: createHook(),
    accessChanged: createHook(),
    captureForbidden: createHook(),
    release: createHook(),
  };
  const counts = new Map<string, () => number>();
  const agents = createConnectedAgents();
  const presence = stack.use(createPresence(deps, hooks));
  const fleets = createLiveFleets(deps, { onMessage: hooks.message, onApplied: hooks.applied, onLoaded: hooks.loaded });
  const gates = stack.use(await followLicenceGates(deps, hooks.licenceGate));
  const subscriptions = createFleetSubscriptions(hooks.usageWatched);
  counts.set('agents', () => agents.size);
  counts.set('presence', () => presence.size);
  counts.set('fleets', () => fleets.size);
  counts.set('subscriptions', () => subscriptions.size);
  counts.set('connectionLimits', () => listener.limits.size);
  const indexOf = (device: DevicePk) => {
    const company = agents.get(device)?.data.company;
    return company === undefined ? undefined : fleets.known(company)?.index;
  };
  return {
    config,
    keyRing,
    deps,
    hooks,
    agentSide: listener.io.of('/agent'),
    browserSide: listener.io.of('/console'),
    addressOf: (socket) => listener.addressOf(socket.request),
    handlersOf: createSocketHandlers(deps),
    unregistered: createUnservedSocketCloser(deps),
    agents,
    presence,
    fleets,
    gates,
    access: createBrowserAccess(fleets, gates),
    subscriptions,
    showsDetails(device) {
      const indexed = indexOf(device)?.devices.get(device);
      return indexed !== undefined && showsDetails(indexed);
    },
    count: (name, read) => void counts.set(name, read),
    entryCounts: () => Object.fromEntries([...counts].map(([name, read]) => [name, read()])),
  };
}

/**
 * The fleet of a browser's company.
 * @throws Problem `unavailable` when the browser left while the fleet was loaded: what is registered for it now would
 *   stay; `licence_gate` while the company has more devices than its licences admit
 */
export async function loadBrowserFleet({ fleets, gates }: GatewayContext, socket: BrowserSocket): Promise<Fleet> {
  const { company } = socket.data.session;
  const fleet = await fleets.of(company);
  if (!socket.connected) throw new Problem('unavailable');
  if (gates.isBlocked(company)) throw new Problem('licence_gate');
  return fleet;
}
