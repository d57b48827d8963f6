import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ForwardedClient } from './client-address.ts';
import { unavailableBody } from './unavailable-body.ts';
import type { Upstream, UpstreamPool } from './upstream-pool.ts';

export type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer };

const CONNECT_MS = 2_000;
const REPLACED = /^(?:x-forwarded-|forwarded$|x-real-ip$)/iu;

/**
 * Hands the connection over to the first of the upstreams that takes it: from then on bytes only pass through, which is
 * what lets one process carry ten thousand agents.
 */
export async function spliceUpgrade(
  upgrade: Upgrade,
  client: ForwardedClient,
  { pool, order }: { pool: UpstreamPool; order: readonly Upstream[] },
): Promise<void> {
  const { request, socket, head } = upgrade;
  socket.on('error', () => socket.destroy());
  for (const upstream of order) {
    const connection = await tryConnect(upstream);
    if (!connection) {
      pool.markDown(upstream);
      continue;
    }
    const counted = pool.open(upstream);
    connection.write(requestHead(request, client));
    if (head.length > 0) connection.write(head);
    join(socket, connection);
    connection.once('close', () => counted[Symbol.dispose]());
    return;
  }
  refuseUpgrade(socket);
}

/** Refuses an upgrade as HTTP, so that the client sees a status and not a broken connection. */
export function refuseUpgrade(socket: Duplex): void {
  const body = unavailableBody();
  const head = [
    'HTTP/1.1 503 Service Unavailable',
    'Connection: close',
    'Retry-After: 1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function tryConnect(upstream: Upstream): Promise<Socket | undefined> {
  const connection = connect({ ...upstream, noDelay: true });
  return new Promise((resolve) => {
    const give = (value: Socket | undefined): void => {
      connection.setTimeout(0).removeAllListeners();
      if (!value) connection.destroy();
      connection.on('error', () => connection.destroy());
      resolve(value);
    };
    connection.once('connect', () => give(connection));
    connection.once('error', () => give(undefined));
    connection.setTimeout(CONNECT_MS, () => give(undefined));
  });
}

function requestHead(request: IncomingMessage, client: ForwardedClient): string {
  const lines = [`GET ${request.url ?? '/'} HTTP/1.1`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (!REPLACED.test(name)) lines.push(`${name}: ${request.rawHeaders[index + 1] ?? ''}`);
  }
  for (const [name, value] of Object.entries(forwardedHeaders(client))) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

export const forwardedHeaders = (client: ForwardedClient): Record<string, string> => ({
  'x-forwarded-for': client.address,
  'x-forwarded-proto': client.protocol,
  'x-forwarded-host': client.host,
});

function join(one: Duplex, other: Duplex): void {
  one.pipe(other).pipe(one);
  // When one end closes without notice the other is closed at once: presence depends on it.
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
  if (one.destroyed) other.destroy();
}
