import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CompanyPk, DevicePk, RemoteSessionId } from '@vigil/shared/contract/ids';
import { relayCloseCode, type RelayCloseReason } from '@vigil/shared/contract/remote-desktop/refusals';
import { createSubscriber, publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import { issueRelayTicket, type RelayAdmission } from '@vigil/shared/platform/redis/relay-tickets';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../tests/support/eventually.ts';
import { redisTest as test } from '../../tests/support/redis-test.ts';
import { within } from '../../tests/support/within.ts';
import { readConfig } from './config.ts';
import { startRelay, type RelayLimits } from './relay.ts';

const COMPANY = CompanyPk.parse(7);
const closedFor = (reason: RelayCloseReason) => ({ code: relayCloseCode(reason), reason });

interface RelaySetup extends RelayLimits {
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: () => number;
}

async function relayWith(redis: Redis, { env = {}, now = Date.now, ...limits }: RelaySetup = {}) {
  const log = createLog('relay', 'silent');
  const metrics = createMetrics('relay');
  const config = readConfig({ RELAY_PORT: '0', RELAY_OPERATOR_PORT: '0', TRUST_PROXY: 'loopback', ...env });
  const deps = { redis, subscribe: createSubscriber({ redis, log, metrics }), log, metrics, now };
  const relay = await startRelay(config, deps, limits);
  onTestFinished(() => relay[Symbol.asyncDispose]());

  const dial = (session: string, ticket?: string, address = '10.0.0.1') => {
    const url = `ws://127.0.0.1:${relay.port}/relay/${session}`;
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } });
    onTestFinished(() => socket.terminate());
    const texts: string[] = [];
    const waiting: ((text: string) => void)[] = [];
    socket.on('message', (data: Buffer) => (waiting.shift() ?? ((text) => texts.push(text)))(String(data)));
    if (ticket !== undefined) socket.on('open', () => socket.send(JSON.stringify({ ticket })));
    const closed = new Promise<{ code: number; reason: string }>((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
    const next = () => {
      const text = texts.shift();
      return text === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(text);
    };
    return {
      socket,
      closed: () => within('a socket is closed', closed),
      next: () => within('a message arrives', next()),
    };
  };
  const join = async (session: RemoteSessionId, end: RelayAdmission['end'], attempt = 0) =>
    dial(session, await issueRelayTicket(redis, { session, company: COMPANY, end, attempt }));
  const pair = async (session: RemoteSessionId) => {
    const ends = [await join(session, 'viewer'), await join(session, 'agent')] as const;
    for (const end of ends) expect(await end.next()).toBe('{"relay":"ready"}');
    return ends;
  };
  return { relay, metrics, dial, join, pair };
}

const newSession = () => RemoteSessionId.parse(randomUUID());

test('[RELAY-2] both ends hear that the other is there, and what one sends the other receives', async ({ redis }) => {
  const { pair } = await relayWith(redis);
  const [viewer, agent] = await pair(newSession());
  viewer.socket.send('hello');
  expect(await agent.next()).toBe('hello');
  agent.socket.send(Buffer.from('picture'));
  expect(await viewer.next()).toBe('picture');
  viewer.socket.close();
  expect(await agent.closed()).toEqual(closedFor('peer_left'));
});

test('[RELAY-1] a ticket admits once, and to its own session', async ({ redis }) => {
  const { dial } = await relayWith(redis);
  const session = newSession();
  const issue = () => issueRelayTicket(redis, { session, company: COMPANY, end: 'viewer' });
  const ticket = await issue();
  expect(await dial(newSession(), await issue()).closed()).toEqual(closedFor('ticket_invalid'));
  expect(await dial(session, 'vigil_forged-ticket-of-nobody').closed()).toEqual(closedFor('ticket_invalid'));
  const first = dial(session, ticket);
  expect(await dial(session, ticket).closed()).toEqual(closedFor('ticket_invalid'));
  expect(first.socket.readyState).toBeLessThan(WebSocket.CLOSING);
});

test('[RELAY-1] a ticket of another company admits to nothing of this one', async ({ redis }) => {
  const { dial, pair } = await relayWith(redis);
  const session = newSession();
  const [viewer] = await pair(session);
  const [foreign, company] = [newSession(), CompanyPk.parse(8)];
  const ticket = await issueRelayTicket(redis, { session: foreign, company, end: 'viewer' });
  expect(await dial(session, ticket).closed()).toEqual(closedFor('ticket_invalid'));
  // It was used up, so that it does not admit to its own session either.
  expect(await dial(foreign, ticket).closed()).toEqual(closedFor('ticket_invalid'));
  expect(viewer.socket.readyState).toBe(WebSocket.OPEN);
});

test('[RELAY-1] a socket without a ticket is closed', async ({ redis }) => {
  const { dial } = await relayWith(redis, { ticketMs: 50 });
  expect(await dial(newSession()).closed()).toEqual(closedFor('ticket_invalid'));
  const garbage = dial(newSession());
  garbage.socket.on('open', () => garbage.socket.send('{"ticket":'));
  expect(await garbage.closed()).toEqual(closedFor('ticket_invalid'));
});

const FLOODS: readonly [from: string, addressOf: (n: number) => string][] = [
  ['one address', () => '10.0.0.9'],
  ['many networks of one site', (n) => `2001:db8:7:${n.toString(16)}::1`],
];
for (const [from, addressOf] of FLOODS) {
  test(`[RELAY-9] in a flood of sockets without a ticket from ${from} others come and stay`, async ({ redis }) => {
    // No socket is slow, however long the machine takes to open them.
    const { dial } = await relayWith(redis, { maxWaiting: 20, now: () => 0 });
    const session = newSession();
    const ticketOf = (end: RelayAdmission['end']) => issueRelayTicket(redis, { session, company: COMPANY, end });
    const early = dial(session, undefined, '10.0.0.10');
    await within('a socket is open', once(early.socket, 'open'));
    const refused: unknown[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { socket } = dial(session, undefined, addressOf(n));
      socket.on('close', (code, reason) => refused.push({ code, reason: String(reason) }));
    }
    await eventually(() => expect(refused.length).toBeGreaterThanOrEqual(40));
    expect(refused).toEqual(refused.map(() => closedFor('too_many_connections')));
    early.socket.send(JSON.stringify({ ticket: await ticketOf('viewer') }));
    dial(session, await ticketOf('agent'), '10.0.0.11');
    expect(await early.next()).toBe('{"relay":"ready"}');
  });
}

test('[RELAY-1] who has no ticket cannot fill the memory with what is no message yet', async ({ redis }) => {
  const { dial } = await relayWith(redis);
  const socket = dial(newSession());
  socket.socket.on('open', () => socket.socket.send(Buffer.alloc(100_000), { fin: false }));
  expect((await socket.closed()).code).toBe(1_006);
});

test('[RELAY-1] a first message that is too long for a ticket is refused', async ({ redis }) => {
  const { dial } = await relayWith(redis);
  const socket = dial(newSession(), 'x'.repeat(2_000));
  expect(await socket.closed()).toEqual(closedFor('ticket_invalid'));
});

test('[RELAY-1] an end that was admitted sends messages of any length', async ({ redis }) => {
  const { pair } = await relayWith(redis);
  const [viewer, agent] = await pair(newSession());
  agent.socket.send('x'.repeat(1_000_000));
  expect(await viewer.next()).toHaveLength(1_000_000);
});

test('[RELAY-2] an end that waits in vain is told so', async ({ redis }) => {
  const { join } = await relayWith(redis, { peerMs: 50 });
  expect(await (await join(newSession(), 'viewer')).closed()).toEqual(closedFor('peer_absent'));
});

test('[RELAY-2] a newer connection of an end replaces the pair', async ({ redis }) => {
  const { pair } = await relayWith(redis);
  const session = newSession();
  const [viewer, agent] = await pair(session);
  await pair(session);
  expect(await viewer.closed()).toEqual(closedFor('replaced'));
  expect(await agent.closed()).toEqual(closedFor('replaced'));
});

test('[RELAY-2] ends of different attempts do not meet: the later one waits for its own, the earlier one is closed', async ({
  redis,
}) => {
  const { join } = await relayWith(redis);
  const session = newSession();
  const formerViewer = await join(session, 'viewer', 1);
  const viewer = await join(session, 'viewer', 2);
  expect(await formerViewer.closed()).toEqual(closedFor('replaced'));
  const lateAgent = await join(session, 'agent', 1);
  expect(await lateAgent.closed()).toEqual(closedFor('peer_left'));
  await join(session, 'agent', 2);
  expect(await viewer.next()).toBe('{"relay":"ready"}');
  const later = await join(session, 'agent', 1);
  expect(await later.closed()).toEqual(closedFor('peer_left'));
  expect(viewer.socket.readyState).toBe(WebSocket.OPEN);
});

test('[RELAY-2] an agent of a later attempt does not meet the viewer of the former one', async ({ redis }) => {
  const { join } = await relayWith(redis);
  const session = newSession();
  const formerViewer = await join(session, 'viewer', 1);
  const agent = await join(session, 'agent', 2);
  expect(await formerViewer.closed()).toEqual(closedFor('replaced'));
  await join(session, 'viewer', 2);
  expect(await agent.next()).toBe('{"relay":"ready"}');
});

test('[RELAY-3] both ends are cut when the server ends the session', async ({ redis }) => {
  const { pair } = await relayWith(redis);
  const session = newSession();
  const [viewer, agent] = await pair(session);
  const [other] = await pair(newSession());
  const cut = { session, reason: 'policy', at: Date.now() } as const;
  const message = { t: 'remote_session_cut', device_pk: DevicePk.parse(1), to: null, cut } as const;
  await publish(redis, busChannels.company(COMPANY), message);
  expect(await viewer.closed()).toEqual(closedFor('session_cut'));
  expect(await agent.closed()).toEqual(closedFor('session_cut'));
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});

test('[RELAY-9] a sender over its budget waits, and nothing is lost', async ({ redis }) => {
  const { pair } = await relayWith(redis, { env: { RELAY_MB_PER_SESSION: '0.1' } });
  const [viewer, agent] = await pair(newSession());
  const sent = Array.from({ length: 4 }, (_, index) => String(index).padEnd(80_000, '.'));
  const start = performance.now();
  for (const text of sent) agent.socket.send(text);
  const received = [await viewer.next(), await viewer.next(), await viewer.next(), await viewer.next()];
  expect(received).toEqual(sent);
  // The first three are 40 kB more than it may send at once, which take 400 ms.
  expect(performance.now() - start).toBeGreaterThan(350);
});

test('[RELAY-9] a viewer is heard while pictures wait for their budget', async ({ redis }) => {
  const { pair } = await relayWith(redis, { env: { RELAY_MB_PER_SESSION: '0.1', RELAY_MB_PER_COMPANY: '0.1' } });
  const [viewer, agent] = await pair(newSession());
  let pictures = 0;
  viewer.socket.on('message', () => (pictures += 1));
  // Each takes two seconds once the first one was sent.
  for (let count = 0; count < 20; count += 1) agent.socket.send('.'.repeat(200_000));
  await viewer.next();
  const start = performance.now();
  while (performance.now() - start < 500) {
    viewer.socket.send('key');
    expect(await agent.next()).toBe('key');
  }
  expect(pictures).toBeLessThan(5);
});

test('a relay that stops says so to both ends', async ({ redis }) => {
  const { relay, pair } = await relayWith(redis);
  const [viewer] = await pair(newSession());
  await relay[Symbol.asyncDispose]();
  expect((await viewer.closed()).code).toBe(relayCloseCode('relay_stops'));
});
