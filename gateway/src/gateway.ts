import type { KeyRing } from '@vigil/shared/platform/key-ring';
import { every } from '@vigil/shared/platform/lifecycle';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { disconnectBarredHardware } from './agents/admit-hardware.ts';
import { serveAgents } from './agents/agents.ts';
import { answerGatewayCalls } from './agents/gateway-calls.ts';
import { receiveReports } from './agents/on-report.ts';
import { relayRemoteSessionMessages } from './agents/remote-sessions.ts';
import { startSettingsSender } from './agents/settings-sender.ts';
import { endForbiddenSubscriptions } from './browsers/access-review.ts';
import { serveBrowsers } from './browsers/browsers.ts';
import { serveDeviceWatches } from './browsers/device-watch.ts';
import type { GatewayConfig } from './config.ts';
import { createGatewayContext, type GatewayPart } from './core.ts';
import type { Deps } from './deps.ts';
import { fanOutToBrowsers } from './fan-out/fan-out.ts';
import { relayFrames } from './frames/frames.ts';
import { prepareListener, type ListenerLimits } from './listen.ts';
import { relayUsage } from './usage/usage.ts';

/** The parts of a gateway. None knows another: they meet in the core, whose hooks tell them in this order. */
const parts = (intervals: GatewayIntervals): readonly GatewayPart[] => [
  fanOutToBrowsers,
  relayUsage,
  relayRemoteSessionMessages,
  relayFrames,
  receiveReports,
  startSettingsSender,
  disconnectBarredHardware,
  answerGatewayCalls,
  serveDeviceWatches,
  endForbiddenSubscriptions,
  serveAgents,
  serveBrowsers(intervals.sessionCheckIntervalMs),
];

/** How often state that no socket needs any more is released. */
const RELEASE_INTERVAL_MS = 10_000;

/** Intervals in milliseconds that tests change. */
export interface GatewayIntervals extends ListenerLimits {
  readonly releaseIntervalMs?: number;
  readonly sessionCheckIntervalMs?: number;
}

/** Starts the gateway: its parts register themselves, then its ports are opened. */
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
  const { entryCounts, ...core } = await createGatewayContext({ config, keyRing, deps, listener }, stack);
  const { hooks, agents, fleets, presence, agentSide, browserSide } = core;

  for (const side of [agentSide, browserSide]) side.on('connection', listener.limits.admit);
  for (const part of parts(intervals)) stack.use((await part(core)) ?? null);
  stack.use(
    every(intervals.releaseIntervalMs ?? RELEASE_INTERVAL_MS, log, () => {
      hooks.release({ agents: new Set(agents.companies()) });
    }),
  );

  // Messages published while Redis was unreachable are lost, so browsers reconnect and read a snapshot.
  stack.use(
    redis.onReconnect(async () => {
      await fleets.reset();
      // Connected agents need their fleet as before: their samples are grouped by it.
      for (const company of agents.companies()) {
        fleets
          .of(company)
          .catch((cause: unknown) => warnOfRepeatedFailure(log, { cause, company }, 'fleet not loaded'));
      }
      // Closes the transport, not the namespace: a client reconnects by itself only after the former.
      for (const socket of browserSide.sockets.values()) socket.conn.close();
    }),
  );
  deps.metrics.gauge('vigil_agents_connected', 'Agents connected to this gateway', () => agents.size);
  deps.metrics.gauge('vigil_browsers_connected', 'Browsers connected to this gateway', () => browserSide.sockets.size);

  await presence.start();
  const { port, operatorPort } = await listener.open();
  const disposables = stack.move();
  return {
    port,
    operatorPort,
    entryCounts,
    async [Symbol.asyncDispose]() {
      await presence.resign();
      await disposables.disposeAsync();
    },
  };
}
