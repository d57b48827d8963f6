import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { testPort } from '../../../tests/support/test-port.ts';
import { parseTrustedProxies } from './client-address.ts';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';

const HERE = '127.0.0.1';

async function listen(server: Server): Promise<{ host: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: HERE, port: (server.address() as AddressInfo).port };
}

const echoApi = (): Promise<{ host: string; port: number }> =>
  listen(
    createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
    }),
  );

async function gateway(name: string): Promise<{ host: string; port: number; seen: IncomingMessage[] }> {
  const server = createServer();
  const sockets = new SocketServer(server);
  const seen: IncomingMessage[] = [];
  sockets.on('connection', (socket) => {
    seen.push(socket.request);
    socket.on('who', (answer: (name: string) => void) => answer(name));
  });
  onTestFinished(() => void sockets.close());
  return { ...(await listen(server)), seen };
}

async function proxyWith(parts: Partial<Parameters<typeof startReverseProxy>[0]>): Promise<ReverseProxy> {
  const closed = { host: HERE, port: await testPort() };
  const started = await startReverseProxy({
    host: HERE,
    port: 0,
    api: closed,
    gateways: [closed],
    relays: [closed],
    trust: parseTrustedProxies(''),
    ...parts,
  });
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

async function ask(port: number, transports: string[]): Promise<string> {
  const socket = io(`http://${HERE}:${port}`, { transports, forceNew: true, reconnection: false });
  onTestFinished(() => void socket.close());
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.emit('who', resolve);
  });
}

test('HTTP goes to the API with the client’s own address, even if the client claims another', async () => {
  const { port } = await proxyWith({ api: await echoApi() });
  const reply = await fetch(`http://${HERE}:${port}/a?b=1`, {
    headers: {
      'x-forwarded-for': '8.8.8.8',
      'x-forwarded-proto': 'https',
      forwarded: 'for=8.8.8.8',
      'x-real-ip': '8.8.8.8',
    },
  });
  const { url, headers } = (await reply.json()) as { url: string; headers: Record<string, string> };
  expect(url).toBe('/a?b=1');
  expect(headers).toMatchObject({
    host: `${HERE}:${port}`,
    'x-forwarded-for': HERE,
    'x-forwarded-proto': 'http',
    'x-forwarded-host': `${HERE}:${port}`,
  });
  expect(headers).not.toHaveProperty('forwarded');
  expect(headers).not.toHaveProperty('x-real-ip');
});

test('a proxy that is trusted may say who the client is', async () => {
  const { port } = await proxyWith({ api: await echoApi(), trust: parseTrustedProxies('loopback, 10.0.0.0/8') });
  const reply = await fetch(`http://${HERE}:${port}/`, {
    headers: { 'x-forwarded-for': '6.6.6.6, 8.8.8.8, 10.1.2.3', 'x-forwarded-proto': 'https' },
  });
  const { headers } = (await reply.json()) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ 'x-forwarded-for': '8.8.8.8', 'x-forwarded-proto': 'https' });
});

test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
  'sockets reach a gateway by %j',
  async (transports) => {
    const one = await gateway('one');
    const { port } = await proxyWith({ gateways: [one] });
    expect(await ask(port, transports)).toBe('one');
    expect(one.seen[0]?.headers['x-forwarded-for']).toBe(HERE);
  },
);

test('fresh sockets go where the fewest are, polling stays where it began', async () => {
  const gateways = [await gateway('one'), await gateway('two')];
  const { port } = await proxyWith({ gateways });
  const fresh = [await ask(port, ['websocket']), await ask(port, ['websocket'])];
  expect(new Set(fresh)).toEqual(new Set(['one', 'two']));
  const polling = await Promise.all(Array.from({ length: 4 }, () => ask(port, ['polling', 'websocket'])));
  expect(new Set(polling).size).toBe(1);
});

test('a gateway that is down is passed over', async () => {
  const two = await gateway('two');
  const { port } = await proxyWith({ gateways: [{ host: HERE, port: await testPort() }, two] });
  expect(await ask(port, ['websocket'])).toBe('two');
});

test('a server that is down is answered for with 503, in the shape of every failure', async () => {
  const { port } = await proxyWith({});
  for (const path of ['/lmm/api/v1.0/devices', '/socket.io/?EIO=4&transport=polling']) {
    const reply = await fetch(`http://${HERE}:${port}${path}`);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ status: 503, error: { code: 'unavailable' } });
  }
});

test('an upgrade without an available gateway is refused as HTTP', async () => {
  const { port } = await proxyWith({});
  await expect(ask(port, ['websocket'])).rejects.toThrow('websocket error');
});

test('a client that vanishes is gone for the gateway before a ping would show it', async () => {
  const server = createServer();
  const sockets = new SocketServer(server);
  onTestFinished(() => void sockets.close());
  const gone = new Promise<number>((resolve) => {
    sockets.on('connection', (socket) => socket.on('disconnect', () => resolve(performance.now())));
  });
  const { port } = await proxyWith({ gateways: [await listen(server)] });
  const socket = io(`http://${HERE}:${port}`, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  const since = performance.now();
  socket.io.engine.close();
  // Socket.IO pings after 25 s, and waits for the answer.
  expect((await gone) - since).toBeLessThan(20_000);
});
