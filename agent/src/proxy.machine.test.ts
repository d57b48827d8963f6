import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { createPostJson } from './http-post.ts';
import { eventually } from './testing/eventually.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

/** An HTTP proxy that opens tunnels; `tunnels` names their targets. */
async function startProxy() {
  const tunnels: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, client) => {
    tunnels.push(url);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => [client, target].map((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, tunnels, [Symbol.dispose]: () => void server.close() };
}

/** Nothing listens on the port of discard. */
const NO_PROXY = 'http://127.0.0.1:9';

const soon = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 50, run) };

test('[SETTINGS-3] an agent that is given a proxy connects again through it, and reports the version from there', async () => {
  await using gateway = await TestGateway.start();
  using proxy = await startProxy();
  await using agent = createTestAgent(gateway, { clock: soon });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  gateway.sendSettings({ version: 4, config: { proxy: proxy.address } });
  await eventually(() => proxy.tunnels.length > 0 && gateway.received.alive.at(-1)?.config_version === 4);
  await eventually(() => agent.state === 'connected');
  expect(proxy.tunnels[0]).toBe(new URL(gateway.url).host);
  // More than one when an attempt takes longer than the fast clock allows.
  expect(gateway.handshakes.length).toBeGreaterThan(1);
});

test('[SETTINGS-3] a proxy that cannot be reached does not cut the device off', async () => {
  await using gateway = await TestGateway.start();
  await using agent = createTestAgent(gateway, { clock: soon });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  gateway.sendSettings({ version: 4, config: { proxy: NO_PROXY } });
  await eventually(() => gateway.handshakes.length > 1 && agent.state === 'connected');
  await eventually(() => gateway.received.alive.at(-1)?.config_version === 4);
});

test('requests go through the proxy, and directly when it cannot be reached', async () => {
  using proxy = await startProxy();
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { signal } = new AbortController();
  expect(await createPostJson(() => proxy.address)(url, '{}', signal)).toMatchObject({ status: 200 });
  expect(proxy.tunnels).toHaveLength(1);
  expect(await createPostJson(() => NO_PROXY)(url, '{}', signal)).toMatchObject({ status: 200 });
  server.close();
});
