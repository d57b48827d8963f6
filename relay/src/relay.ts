import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { publicHealthListener, startOperatorServer, type HealthChecks } from '@vigil/shared/platform/health';
import { httpTimeouts } from '@vigil/shared/platform/http-deadlines';
import { every } from '@vigil/shared/platform/lifecycle';
import { warnOfRepeatedFailure } from '@vigil/shared/platform/log-repeated';
import { assertRedisWritable } from '@vigil/shared/platform/redis/assert-redis-writable';
import { WebSocketServer } from 'ws';
import { createAdmission } from './admission.ts';
import { createByteBudgets } from './byte-budgets.ts';
import { createCompanyCuts } from './company-cuts.ts';
import type { RelayConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { isAnsweringPings } from './pings.ts';
import { createRooms } from './rooms.ts';

/** A picture of a whole screen is far below; what is larger is no frame of ours. */
const MAX_MESSAGE_BYTES = 8 * 1_024 * 1_024;
const PING_INTERVAL_MS = 10_000;

/** Of all addresses: a ticket takes milliseconds, also when everybody connects again at once. */
const MAX_WAITING = 2_000;

/** Limits that tests change. */
export interface RelayLimits {
  readonly ticketMs?: number;
  readonly peerMs?: number;
  /** Sockets whose ticket has not been taken, of all addresses. */
  readonly maxWaiting?: number;
}

/**
 * Passes the encrypted bytes of a remote desktop on between a browser and an agent (infra/decisions/remote-desktop.md).
 */
export async function startRelay(
  config: RelayConfig,
  deps: Deps,
  { ticketMs = 10_000, peerMs = 10_000, maxWaiting = MAX_WAITING }: RelayLimits = {},
): Promise<AsyncDisposable & { readonly port: number; readonly operatorPort: number }> {
  await using stack = new AsyncDisposableStack();
  const { redis, log, metrics } = deps;
  const checks: HealthChecks = { redis: () => assertRedisWritable(redis) };
  const http = createServer(httpTimeouts(), publicHealthListener(checks));
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const trust = proxyAddr.compile(config.TRUST_PROXY === '' ? [] : config.TRUST_PROXY.split(','));
  const addressOf = (request: IncomingMessage) => (proxyAddr(request, trust) as string | undefined) ?? '';

  const budgets = createByteBudgets(config, deps);
  const rooms = createRooms({ budgets, peerMs }, deps);
  const cuts = createCompanyCuts(deps, (session) => rooms.close(session, 'session_cut'));
  const admission = createAdmission({ ticketMs, maxWaiting }, deps);
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', (cause: Error) => log.debug({ err: cause }, 'socket failed'));
      const join = async () => {
        const arrival = { path: request.url ?? '', address: addressOf(request), connection: socket };
        const admitted = await admission.admit(webSocket, arrival);
        if (!admitted) return;
        const subscription = await cuts.watch(admitted.company);
        webSocket.once('close', () => subscription[Symbol.dispose]());
        rooms.join(admitted, webSocket);
      };
      join().catch((cause: unknown) => {
        warnOfRepeatedFailure(log, { cause }, 'socket not admitted');
        webSocket.terminate();
      });
    });
  });
  stack.use(
    every(PING_INTERVAL_MS, log, () => {
      for (const socket of sockets.clients) if (!isAnsweringPings(socket)) socket.terminate();
    }),
  );
  metrics.gauge('vigil_relay_sockets', 'Open sockets of this relay', () => sockets.clients.size);
  metrics.gauge('vigil_relay_sessions', 'Sessions with both ends at this relay', () => rooms.paired);

  const place = { host: config.RELAY_OPERATOR_HOST, port: config.RELAY_OPERATOR_PORT };
  const operators = stack.use(await startOperatorServer(place, { checks, metrics }));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(config.RELAY_PORT, config.RELAY_HOST, resolve);
  });
  const held = stack.move();
  return {
    port: (http.address() as AddressInfo).port,
    operatorPort: operators.port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => http.close(resolve));
      // Viewers ask for another ticket at once, so that another copy has the session within a second.
      rooms.closeAll('relay_stops');
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      await closed;
      await held.disposeAsync();
    },
  };
}
