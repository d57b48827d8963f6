import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { resolveClient, type TrustedProxies } from './client-address.ts';
import { forwardedHeaders, refuseUpgrade, spliceUpgrade } from './splice-upgrade.ts';
import { unavailableBody } from './unavailable-body.ts';
import { createUpstreamPool, type Upstream } from './upstream-pool.ts';

export type ReverseProxyOptions = {
  host: string;
  port: number;
  api: Upstream;
  gateways: readonly Upstream[];
  relays: readonly Upstream[];
  trust: TrustedProxies;
  tls?: { cert: string; key: string } | undefined;
  /** Other processes listen on the same port, and the system deals connections out among them. */
  shared?: boolean;
};

export type ReverseProxy = { readonly port: number } & AsyncDisposable;

const SOCKETS = '/socket.io/';
const RELAYS = '/relay/';
// Shorter than any server's own, so that no request is sent on a connection that is just being closed.
const IDLE_UPSTREAM_MS = 4_000;
const IDLE_CLIENT_MS = 65_000;
// A client that sends its headers or its body more slowly is cut off, as by the servers themselves.
const DEADLINES = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/** One public port before the API, the gateways and the relays: the local stand-in for a load balancer. */
export async function startReverseProxy(options: ReverseProxyOptions): Promise<ReverseProxy> {
  const gateways = createUpstreamPool(options.gateways);
  const relays = createUpstreamPool(options.relays);
  const agent = new Agent({ keepAlive: true, timeout: IDLE_UPSTREAM_MS, scheduling: 'lifo' });
  const proxy = createProxyServer({ agent });
  const open = new Set<Duplex>();

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const client = resolveClient(request, options.trust);
    const target = isForGateway(request) ? gateways.byKey(client.address)[0] : options.api;
    if (!target) return unavailable(response);
    delete request.headers['forwarded'];
    delete request.headers['x-real-ip'];
    proxy
      .web(request, response, { target: `http://${target.host}:${target.port}`, headers: forwardedHeaders(client) })
      .catch(() => {
        if (target !== options.api) gateways.markDown(target);
        unavailable(response);
      });
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const client = resolveClient(request, options.trust);
    if (request.url?.startsWith(RELAYS)) {
      // Both ends of a session have its path, and meet in one relay.
      const upstreams = { pool: relays, order: relays.byKey(request.url) };
      spliceUpgrade({ request, socket, head }, client, upstreams).catch(() => socket.destroy());
      return;
    }
    if (!isForGateway(request)) return refuseUpgrade(socket);
    // A session that began with long polling lives in one gateway; a fresh socket may go to any.
    const begun = /[?&]sid=/u.test(request.url ?? '');
    const order = begun ? gateways.byKey(client.address) : gateways.byLoad();
    spliceUpgrade({ request, socket, head }, client, { pool: gateways, order }).catch(() => socket.destroy());
  };

  const server = await createListener(options.tls, onRequest);
  server.on('upgrade', onUpgrade);
  server.on('clientError', (_error, socket) => socket.destroy());
  server.keepAliveTimeout = IDLE_CLIENT_MS;
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

const isForGateway = (request: IncomingMessage): boolean => request.url?.startsWith(SOCKETS) ?? false;

async function createListener(tls: ReverseProxyOptions['tls'], onRequest: RequestListener): Promise<Server> {
  if (!tls) return createServer(DEADLINES, onRequest);
  // 6 MB that plain http does without.
  const https = await import('node:https');
  return https.createServer({ ...tls, ...DEADLINES }, onRequest);
}

const listen = (server: Server, { host, port, shared = false }: ReverseProxyOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // Ten thousand agents that come back at once are more than the usual 511 in waiting.
    server.listen({ host, port, backlog: 4_096, reusePort: shared }, resolve);
  });

function unavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(unavailableBody());
}
