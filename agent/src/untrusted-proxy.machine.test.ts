import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { postEnrolment } from './agent-api.ts';
import { systemClock } from './clock.ts';
import { postForStream, createPostJson } from './http-post.ts';
import { readIdentity } from './identity.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

type Answer = (client: Socket, target: string) => void;

/** An HTTP proxy that does with every request for a tunnel what `answer` says. */
async function startProxy(answer: Answer) {
  const clients = new Set<Socket>();
  let asked = 0;
  const server = createServer();
  server.on('connect', ({ url = '' }, client: Socket) => {
    asked += 1;
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    answer(client, url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    clients,
    [Symbol.dispose]: () => {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

/** Answers in place of the server. */
const forge =
  (status: number, payload: object, date = new Date()): Answer =>
  (client) => {
    const body = JSON.stringify({ status, ...payload });
    const headers = [`Date: ${date.toUTCString()}`, `Content-Length: ${Buffer.byteLength(body)}`];
    client.end([`HTTP/1.1 ${status} Forged`, 'Content-Type: application/json', ...headers, '', body].join('\r\n'));
  };

const refuse: Answer = (client) => client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');

const hang: Answer = () => undefined;

/** Opens the tunnel, through which nothing ever comes. */
const swallow: Answer = (client) => client.write('HTTP/1.1 200 Connection established\r\n\r\n');

const pass: Answer = (client, target) => {
  const [host, port] = target.split(':');
  const server = connect(Number(port), host, () => swallow(client, target));
  server.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('close', () => server.destroy());
  server.pipe(client).pipe(server);
};

const useless = { refuses: refuse, 'never answers': hang, 'opens a tunnel to nowhere': swallow };

const WITHIN_MS = 300;
const wake = { type: 'wol' as const, args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 } };
const done = (answer: { state: string }) => ['accepted', 'done'].includes(answer.state);
const never = new AbortController().signal;

async function startServer() {
  const server = createServer((_request, reply) => reply.end('genuine'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, [Symbol.dispose]: () => void server.close() };
}

/** The state of a device that has enrolled and ended. */
async function enrolled(gateway: TestGateway) {
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.sockets.length > 0);
  return store;
}

/** A device that asks the API through a proxy, and not before its first command. */
async function connected(gateway: TestGateway, proxy: () => string | null) {
  const [host, store] = [new FakeHost(), await enrolled(gateway)];
  await eventually(() => gateway.sockets.length === 0);
  const post = createPostJson(proxy, WITHIN_MS);
  const clock = { ...systemClock, offsetMs: 0, steady: () => systemClock.steady() + clock.offsetMs };
  const agent = createTestAgent(gateway, { host, store, post, clock, random: () => 0.99 });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.sockets.length > 0);
  return { agent, host, store, clock, [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose]() };
}

test.each([201, 410, 500])('the answer %i of a proxy is not taken for that of the server', async (status) => {
  using proxy = await startProxy(forge(status, { objects: 'forged' }));
  using server = await startServer();
  expect(await createPostJson(() => proxy.address)(server.url, '{}', never)).toMatchObject({
    text: 'genuine',
  });
  const reply = await postForStream({ url: server.url, body: '{}', signal: never }, proxy.address);
  expect(String(Buffer.concat((await reply.toArray()) as Buffer[]))).toBe('genuine');
  expect(proxy.asked()).toBe(2);
  // Nothing listens on the port of discard.
  await expect(createPostJson(() => proxy.address)('https://127.0.0.1:9/', '{}', never)).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('[CMD-4] a late command does not run because a proxy names an earlier time', async () => {
  await using gateway = await TestGateway.start();
  const before = new Date(Date.now() - 900_000);
  using proxy = await startProxy((client, target) => forge(201, offered, before)(client, target));
  await using device = await connected(gateway, () => proxy.address);
  const offered = { objects: { credential: gateway.credentialFor(gateway.guid), gateway_url: gateway.url } };
  const late = gateway.signed({ ...wake, deadline: new Date(Date.now() - 600_000).toISOString() });
  expect(await gateway.sendRaw(late)).toMatchObject({ error: { code: 'command_expired' } });
  expect(device.host.woken).toEqual([]);
  expect(proxy.asked()).toBe(1);
});

test('[CMD-9] a command of a retired key does not run because a proxy names it as valid', async () => {
  await using gateway = await TestGateway.start();
  const retired = gateway.commandKeys.newest;
  const keys = gateway.commandKeys.offered();
  using proxy = await startProxy((client, target) => forge(201, forged())(client, target));
  await using device = await connected(gateway, () => proxy.address);
  const forged = () => ({
    objects: { credential: gateway.credentialFor(gateway.guid), gateway_url: gateway.url, ...keys },
  });
  gateway.commandKeys.add();
  gateway.commandKeys.retire(retired);
  expect(await gateway.sendRaw(gateway.signed(wake, { keyId: retired }))).toMatchObject({
    error: { code: 'signature_invalid' },
  });
  expect(device.host.woken).toEqual([]);
  expect(proxy.asked()).toBe(1);
});

test('a device that a gateway and a proxy call deleted stays enrolled while the API knows it', async () => {
  await using gateway = await TestGateway.start();
  using proxy = await startProxy(forge(410, { error: { code: 'agent_deleted', message: 'deleted' } }));
  await using device = await connected(gateway, () => proxy.address);
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.socket.emit('deleted', { reason: 'test' });
  await eventually(() => proxy.asked() > 0);
  gateway.refuse = () => null;
  await eventually(() => gateway.sockets.length === 1);
  expect(readIdentity(device.store)).not.toBeNull();
  // It may have been refused, and have asked, more than once until then.
  expect(gateway.renewals).toBeGreaterThan(0);
});

test('only the status that the API answers with counts as success', async () => {
  const post = async () => ({ status: 201, date: undefined, text: '{"objects":{}}' });
  await expect(postEnrolment({ server: 'http://127.0.0.1:9', post }, {} as never)).rejects.toThrow('status 201');
});

test.each(Object.entries(useless))('a proxy that %s leaves time to ask directly', async (_name, answer) => {
  using proxy = await startProxy(answer);
  using server = await startServer();
  const signal = AbortSignal.timeout(10_000);
  expect(await createPostJson(() => proxy.address, WITHIN_MS)(server.url, '{}', signal)).toMatchObject({
    status: 200,
  });
  expect(proxy.asked()).toBe(1);
});

test.each(Object.entries(useless))(
  '[CMD-9] with a proxy that %s, a device renews and runs commands',
  async (...args) => {
    await using gateway = await TestGateway.start();
    using proxy = await startProxy(args[1]);
    let address: string | null = proxy.address;
    await using device = await connected(gateway, () => address);
    const credential = readIdentity(device.store)?.credential;
    expect(done(await gateway.command(wake))).toBe(true);
    await eventually(() => readIdentity(device.store)?.credential !== credential);
    expect(gateway.renewals).toBe(1);
    address = null;
    gateway.commandKeys.add();
    device.clock.offsetMs = 61_000;
    expect(done(await gateway.command(wake))).toBe(true);
    expect(gateway.renewals).toBe(2);
  },
);

test.each(Object.entries(useless).slice(1))('an abort ends a request to a proxy that %s', async (_name, answer) => {
  using proxy = await startProxy(answer);
  const post = createPostJson(() => proxy.address, 60_000);
  await expect(post('https://127.0.0.1:9/', '{}', AbortSignal.timeout(200))).rejects.toThrow(/abort|timeout/i);
});

test('a file may take longer than its first answer through a proxy', async () => {
  using proxy = await startProxy(pass);
  let finish = (): void => undefined;
  const server = createServer((_request, reply) => {
    reply.write('first ');
    finish = () => reply.end('last');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const reply = await postForStream({ url, body: '{}', signal: never }, proxy.address, WITHIN_MS);
  const began = Date.now();
  await eventually(() => Date.now() - began > 2 * WITHIN_MS);
  finish();
  expect(String(Buffer.concat((await reply.toArray()) as Buffer[]))).toBe('first last');
  server.close();
});
