import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** Where connections go through: the address of an HTTP proxy, or `null` for none. */
export type ProxyAddress = string | null;

/** A proxy answers as soon as it has connected; less than callers grant to the whole attempt. */
const TUNNEL_TIMEOUT_MS = 5_000;

/**
 * A tunnel, or an error. The base class hands on what a proxy answers instead of opening one as if it were the reply of
 * the server, unencrypted also for https, and waits without limit.
 */
class Tunnel extends HttpsProxyAgent<string> {
  override async connect(
    request: ClientRequest,
    options: Parameters<HttpsProxyAgent<string>['connect']>[1],
  ): Promise<Socket> {
    const opening = new AbortController();
    this.connectOpts = { ...this.connectOpts, signal: opening.signal };
    const timer = setTimeout(() => opening.abort(), TUNNEL_TIMEOUT_MS);
    let status: number | undefined;
    request.once('proxyConnect', (answer: { statusCode: number }) => (status = answer.statusCode));
    try {
      const socket = await super.connect(request, options);
      if (status === 200) return socket;
      socket.destroy();
      throw new Error(`the proxy refused the tunnel with status ${status}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * For the options of Node's HTTP client and of the socket, for one connection; the proxy opens a tunnel, also to a
 * plain server.
 */
export const proxyAgentOf = (proxy: ProxyAddress): HttpsProxyAgent<string> | undefined =>
  proxy === null ? undefined : new Tunnel(proxy);

/**
 * The way of an attempt after some failures in a row: through the proxy, and every second time directly. A wrong
 * address would otherwise cut the device off from the only server that can correct it.
 */
export const proxyForAttempt = (proxy: ProxyAddress, failures: number): ProxyAddress =>
  failures % 2 === 0 ? proxy : null;
