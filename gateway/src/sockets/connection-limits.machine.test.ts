import { once } from 'node:events';
import { connect, type Socket as TcpSocket } from 'node:net';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { within } from '../../../tests/support/within.ts';
import { startTestGateways, type TestGateways } from '../testing/test-gateway.ts';

let gateways: TestGateways;

beforeAll(async () => {
  // No deadline is near that could end a connection in place of its limit.
  gateways = await startTestGateways({ requestTimeoutMs: 500, proofDeadlineMs: 600_000 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const tcpOf = ({ socket }: TestSocket) =>
  (socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }).ws._socket;
/** A connection that answers pings, so that no timeout of theirs ends it in place of the limit. */
const openEngine = async (of = gateways): Promise<WebSocket> => {
  const socket = new WebSocket(`${of.urls[0]?.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(socket, 'message');
  socket.addEventListener('message', ({ data }) => data === '2' && socket.send('3'));
  return socket;
};
const webSocketHandshake = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'host: x',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');
const counts = (name: string) => gateways.entryCounts()[0]?.[name];

test('[LIMIT-1] a browser that does not read is closed, and others receive everything', async () => {
  // Its backlog is what ends it, and not the ping that it does not answer either.
  await using own = await startTestGateways({ pingTimeoutMs: 600_000 });
  const device = await own.addDevice();
  const open = async () => own.browser((await own.session()).token);
  const [reading, stalled] = [await open(), await open()];
  for (const browser of [reading, stalled]) {
    await eventually(async () => expect(await browser.ask('watch_device', { pk: device.pk })).toEqual({ ok: true }));
  }
  const sessions = () => Number(own.entryCounts()[0]?.['sessions']);
  expect(sessions()).toBe(2);
  const tcp = tcpOf(stalled);
  tcp.pause();
  const rows = Array.from({ length: 2_000 }, (_, pid) => ({
    name: 'x'.repeat(280),
    pid,
    cpu_usage: 1,
    memory_usage: 1,
  }));
  // 61 MB were buffered for such a browser before.
  const lists = 100;
  for (let at = 0; at < lists; at += 1) {
    const message = { t: 'processes', device_pk: device.pk, at, rows } as const;
    await publish(own.redis, busChannels.company(own.company), message);
  }
  await eventually(() => expect(sessions()).toBe(1));
  await eventually(() => expect(reading.received('processes')).toHaveLength(lists));
  // By then it may have noticed by a failed write.
  tcp.resume();
  await eventually(() => expect(stalled.socket.connected).toBe(false));
  expect(stalled.received('processes').length).toBeLessThan(lists);
});

test('[LIMIT-2] a connection that has proven nothing may send little', async () => {
  const socket = await openEngine();
  const closed = once(socket, 'close');
  for (let sent = 0; sent < 3; sent += 1) socket.send(`40/agent,${JSON.stringify({ credential: 'x'.repeat(8_000) })}`);
  await closed;
  await eventually(() => expect(counts('connectionLimits')).toBe(0));
});

test.each(['6', '3'])('[LIMIT-2] packets of type %s, which carry no message, count as well', async (type) => {
  const socket = await openEngine();
  const closed = once(socket, 'close');
  for (let sent = 0; sent < 3; sent += 1) socket.send(`${type}${'x'.repeat(8_000)}`);
  await closed;
  await eventually(() => expect(counts('connectionLimits')).toBe(0));
});

test('[LIMIT-2] a connection to the namespace that nothing guards stays unproven, and ends with the deadline', async () => {
  await using own = await startTestGateways({ proofDeadlineMs: 2_000 });
  const { token } = await own.session();
  using browser = await own.browser(token);
  const socket = await openEngine(own);
  const closed = once(socket, 'close');
  socket.send('40');
  const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
  expect(data).toMatch(/^44/u);
  await closed;
  await eventually(() => expect(own.entryCounts()[0]?.['connectionLimits']).toBe(0));
  expect(browser.socket.connected).toBe(true);
});

test('[LIMIT-2] in a flood from many networks of one site browsers come and stay', async () => {
  await using own = await startTestGateways({ maxUnproven: 20, proofDeadlineMs: 600_000, trustProxy: '127.0.0.1' });
  const { token } = await own.session();
  using browser = await own.browser(token);
  const { hostname, port } = new URL(own.urls[0] ?? '');
  await using opened = new AsyncDisposableStack();
  const openFrom = async (address: string): Promise<TcpSocket> => {
    const tcp = connect(Number(port), hostname);
    opened.defer(() => void tcp.destroy());
    tcp.on('error', () => {});
    tcp.write(webSocketHandshake.replace('host: x', `host: x\r\nx-forwarded-for: ${address}`));
    await once(tcp, 'data');
    tcp.resume();
    return tcp;
  };
  const flood: TcpSocket[] = [];
  for (let n = 0; n < 60; n += 1) flood.push(await openFrom(`2001:db8:7:${n.toString(16)}::1`));
  await eventually(() => expect(flood.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(40));
  expect(browser.socket.connected).toBe(true);
  using late = await own.browser(token);
  expect(await late.ask('sync_check', {})).toMatchObject({ ok: true });
});

test('[LIMIT-2] a connection whose client does not confirm its end is cut off soon after the deadline', async () => {
  await using own = await startTestGateways({ proofDeadlineMs: 1_000 });
  const { hostname, port } = new URL(own.urls[0] ?? '');
  const tcp = connect(Number(port), hostname);
  tcp.on('error', () => {});
  tcp.write(webSocketHandshake);
  await once(tcp, 'data');
  tcp.resume();
  // The library waits for half a minute.
  await within('the connection is cut off', once(tcp, 'close'), { timeout: 15_000 }).finally(() => tcp.destroy());
  await eventually(() => expect(own.entryCounts()[0]?.['connectionLimits']).toBe(0));
});

test('[LIMIT-3] a packet with more attachments than any declared event has closes its connection', async () => {
  const { token } = await gateways.session();
  const socket = await openEngine();
  socket.send(`40/console,${JSON.stringify({ token })}`);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  socket.send('452-/console,["thumbnail",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]');
  await closed;
});

test('[LIMIT-3] a packet whose attachment does not follow closes its connection, and holds no other up', async () => {
  await using own = await startTestGateways({ attachmentDeadlineMs: 1_000 });
  const { token } = await own.session();
  using browser = await own.browser(token);
  const socket = await openEngine(own);
  socket.send(`40/console,${JSON.stringify({ token })}`);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  socket.send('451-/console,["thumbnail",{"_placeholder":true,"num":0}]');
  await within('the connection is closed', closed, { timeout: 15_000 });
  await eventually(() => expect(own.entryCounts()[0]?.['connectionLimits']).toBe(0));
  expect(browser.socket.connected).toBe(true);
});

test('[LIMIT-4] a request whose body does not arrive is ended', async () => {
  const url = new URL('/socket.io/?EIO=4&transport=polling', gateways.urls[0]);
  const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string };
  const tcp = connect(Number(url.port), '127.0.0.1');
  let answer = '';
  tcp.on('data', (bytes) => (answer += bytes.toString()));
  const head = ['host: x', 'content-type: text/plain', 'content-length: 100'].join('\r\n');
  tcp.write(`POST ${url.pathname}${url.search}&sid=${sid} HTTP/1.1\r\n${head}\r\n\r\n4`);
  await once(tcp, 'close');
  expect(answer).toContain('408');
});

test('connections that are reset during their handshake disturb nobody', async () => {
  using browser = await gateways.browser((await gateways.session()).token);
  const { hostname, port } = new URL(gateways.urls[0] ?? '');
  const handshakes = ['GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: x\r\n\r\n', webSocketHandshake];
  for (let round = 0; round < 100; round += 1) {
    const tcp = connect(Number(port), hostname);
    tcp.on('error', () => {});
    await once(tcp, 'connect');
    tcp.write(handshakes[round % 2] ?? '');
    // As early as possible, or while the gateway answers.
    if (round % 4 > 1) await new Promise(setImmediate);
    tcp.resetAndDestroy();
  }
  await eventually(() => expect(counts('connectionLimits')).toBe(0));
  expect(browser.socket.connected).toBe(true);
});

test('a connection whose only namespace was left is closed', async () => {
  const { token } = await gateways.session();
  const socket = await openEngine();
  socket.send(`40/console,${JSON.stringify({ token })}`);
  await once(socket, 'message');
  const closed = once(socket, 'close');
  socket.send('41/console,');
  await closed;
});
