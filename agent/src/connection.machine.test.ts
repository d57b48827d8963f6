import { expect, test } from 'vitest';
import { systemClock, type Clock } from './clock.ts';
import { deviceFingerprint } from './device-fingerprint.ts';
import { postJson, type PostJson } from './http-post.ts';
import { createLog } from './log.ts';
import { loadSigner } from './signer.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

const shifted = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

/** The timeout of an attempt passes at once, the waits between attempts do not. */
const shortTimeout: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms === 10_000 ? 200 : ms, run) };

test('a device enrols once and connects with a signature of its own key', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  {
    await using agent = createTestAgent(gateway, { store });
    await agent.start();
    await eventually(() => gateway.received.alive.length > 0);
    expect(gateway.received.alive[0]).toMatchObject({ cs_ver: '1.2.3', user_os_str: 'FakeOS 1' });
    expect(gateway.handshakes[0]?.agent_version).toBe('1.2.3');
  }
  await using second = createTestAgent(gateway, { store, enrolToken: undefined, server: undefined });
  await second.start();
  await eventually(() => second.state === 'connected');
  expect(gateway.enrolments).toHaveLength(1);
});

test('[RELAY-5] an agent that is connected writes down the fingerprint of its key, which viewers show', async () => {
  await using gateway = await TestGateway.start();
  const lines: string[] = [];
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store, log: createLog((line) => lines.push(line)) });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  const key = `key="${deviceFingerprint(loadSigner(store))}"`;
  expect(lines.find((line) => line.includes(' connected '))).toContain(key);
});

test('a host whose name nobody can see enrols under its system and the end of its MAC address', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  host.mac = '3c:52:82:10:20:30';
  const identity = host.identity();
  host.identity = () => ({ ...identity, name: '\u200e\u3164' });
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  expect(gateway.enrolments).toMatchObject([{ name: 'FakeOS 1 20:30' }]);
});

test('without token and identity the start fails and names what is missing', async () => {
  await using gateway = await TestGateway.start();
  await using agent = createTestAgent(gateway, { enrolToken: undefined });
  await expect(agent.start()).rejects.toThrow('enrolment token');
});

test('a refused enrolment fails with the reason; an unavailable API is retried', async () => {
  await using gateway = await TestGateway.start();
  gateway.apiProblem = { status: 401, code: 'enrol_token_invalid' };
  await using refused = createTestAgent(gateway);
  await expect(refused.start()).rejects.toMatchObject({ code: 'enrol_token_invalid' });

  gateway.apiProblem = { status: 503, code: 'unavailable' };
  await using retrying = createTestAgent(gateway);
  const started = retrying.start();
  await eventually(() => retrying.state === 'idle');
  gateway.apiProblem = null;
  await started;
  await eventually(() => retrying.state === 'connected');
});

test('[HELLO-2] a wrong clock is corrected by the server’s time, and the next attempt is accepted', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = ({ ts }) =>
    Math.abs(ts - Date.now()) > 120_000 ? { code: 'clock_skew', server_time: Date.now() } : null;
  // The API's reply contains the time as well; this test is about the gateway's refusal.
  const withoutDate: PostJson = async (...args) => ({ ...(await postJson(...args)), date: undefined });
  await using agent = createTestAgent(gateway, { clock: shifted(-3 * 3_600_000), post: withoutDate });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.handshakes).toHaveLength(2);
  await eventually(() => gateway.received.system_usage.length > 0);
  expect(Math.abs((gateway.received.system_usage[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000);
});

test('[HELLO-4] an expired credential is renewed and the agent reconnects', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = () => (gateway.renewals === 0 ? { code: 'credential_expired' } : null);
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.renewals).toBe(1);
  expect(gateway.handshakes.at(-1)?.credential).not.toBe(gateway.handshakes[0]?.credential);
});

test('[HELLO-3] a replayed handshake is repeated with another nonce', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = () => (gateway.handshakes.length === 1 ? { code: 'replayed' } : null);
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(new Set(gateway.handshakes.map(({ nonce }) => nonce)).size).toBe(2);
});

test.each(['credential_invalid', 'bad_signature'])(
  '%s: a new credential is tried once, then the agent waits long',
  async (code) => {
    await using gateway = await TestGateway.start();
    gateway.refuse = () => ({ code });
    const waits: number[] = [];
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        waits.push(ms);
        return systemClock.after(ms, run);
      },
    };
    await using agent = createTestAgent(gateway, { clock });
    await agent.start();
    await eventually(() => waits.some((ms) => ms >= 30_000 && ms <= 90_000));
    expect(gateway.renewals).toBe(2);
    expect(gateway.handshakes).toHaveLength(2);
  },
);

test.concurrent('the agent of a deleted device removes its identity and ends', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 401, code: 'agent_deleted' };
  gateway.socket.disconnect(true);
  expect(await agent.ended).toBe('deleted');
  expect(store.read('identity.json')).toBeNull();
  expect(store.read('agent.key')).toBeNull();
  expect(store.read('agent.key.deleted')).not.toBeNull();
});

test.concurrent('[HELLO-5] a connected agent that a gateway tells of its deletion asks the API first', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.sockets.length === 1);
  gateway.socket.emit('deleted', { reason: 'gone' });
  await eventually(() => gateway.handshakes.length > 1 && agent.state === 'connected' && gateway.sockets.length === 1);
  expect(store.read('identity.json')).not.toBeNull();

  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 401, code: 'agent_deleted' };
  gateway.socket.emit('deleted', { reason: 'gone' });
  expect(await agent.ended).toBe('deleted');
  expect(store.read('identity.json')).toBeNull();
});

test.concurrent('[HELLO-5] a gateway’s agent_deleted is not final while the API still issues a credential', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.refuse = () => (gateway.handshakes.length < 3 ? { code: 'agent_deleted' } : null);
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.renewals).toBeGreaterThan(0);
  expect(store.read('identity.json')).not.toBeNull();
});

test.concurrent('[HELLO-5] an unavailable API does not make an agent remove its identity', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store, random: () => 0 });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 503, code: 'unavailable' };
  gateway.socket.disconnect(true);
  await eventually(() => gateway.handshakes.length >= 3);
  gateway.refuse = () => null;
  await eventually(() => agent.state === 'connected');
  expect(store.read('identity.json')).not.toBeNull();
});

test.each(['device_unknown', 'agent_deleted'])(
  '[HELLO-5] refused with %s by a gateway, an agent that the API does not know keeps its identity and asks slowly',
  async (code) => {
    await using gateway = await TestGateway.start();
    const store = memoryStore();
    const waits: number[] = [];
    const lines: string[] = [];
    const clock: Clock = {
      ...systemClock,
      after: (ms, run) => systemClock.after(ms >= 240_000 && ms <= 360_000 ? (waits.push(ms), 5) : ms, run),
    };
    await using agent = createTestAgent(gateway, { store, clock, log: createLog((line) => lines.push(line)) });
    await agent.start();
    await eventually(() => agent.state === 'connected');
    const kept = [store.read('identity.json'), store.read('agent.key')];
    gateway.refuse = () => ({ code });
    gateway.apiProblem = { status: 401, code: 'device_unknown' };
    gateway.socket.disconnect(true);
    await eventually(() => waits.length >= 3);
    expect(lines.some((line) => line.includes('does not know the device'))).toBe(true);
    expect([store.read('identity.json'), store.read('agent.key')]).toEqual(kept);
    gateway.refuse = () => null;
    gateway.apiProblem = null;
    await eventually(() => agent.state === 'connected');
  },
);

test('[HELLO-7] a superseded agent gives way for ten minutes at least, and then connects again', async () => {
  await using gateway = await TestGateway.start();
  const waits: number[] = [];
  const clock: Clock = {
    ...systemClock,
    after: (ms, run) => systemClock.after(ms >= 600_000 && ms <= 900_000 ? (waits.push(ms), 20) : ms, run),
  };
  await using agent = createTestAgent(gateway, { clock });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.socket.emit('superseded', { reason: 'another socket' });
  gateway.socket.disconnect(true);
  await eventually(() => gateway.handshakes.length === 2 && agent.state === 'connected');
  expect(waits).toHaveLength(1);
});

test('after a gateway’s crash every agent reconnects, and not all at the same moment', async () => {
  await using gateway = await TestGateway.start();
  const agents = Array.from({ length: 60 }, () => createTestAgent(gateway));
  await using stack = new AsyncDisposableStack();
  for (const agent of agents) stack.use(agent);
  await Promise.all(agents.map((agent) => agent.start()));
  await eventually(() => gateway.sockets.length === agents.length);
  await gateway.stop();
  await eventually(() => agents.every((agent) => agent.state === 'waiting' || agent.state === 'connecting'));
  await gateway.restart();
  const times: number[] = [];
  await eventually(() => {
    times.push(gateway.sockets.length);
    return gateway.sockets.length === agents.length;
  });
  expect(new Set(times).size).toBeGreaterThan(5);
});

test.concurrent('a credential is renewed at two thirds of its lifetime, without a reconnection', async () => {
  await using gateway = await TestGateway.start();
  gateway.credentialLife = 3;
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => gateway.renewals >= 1);
  expect(gateway.handshakes).toHaveLength(1);
  expect(agent.state).toBe('connected');
});

test.concurrent('an attempt whose handshake is never answered times out and is repeated', async () => {
  await using gateway = await TestGateway.start();
  gateway.ignoresHandshakes = true;
  await using agent = createTestAgent(gateway, { clock: shortTimeout });
  await agent.start();
  await eventually(() => gateway.handshakes.length > 1);
  gateway.ignoresHandshakes = false;
  await eventually(() => agent.state === 'connected');
});

test('[BUDGET-2] a refusal that names a time is respected before the next attempt', async () => {
  await using gateway = await TestGateway.start();
  const waits: number[] = [];
  // Only the named wait is shortened: an attempt that timed out as fast would count as the refused one.
  const clock: Clock = {
    ...systemClock,
    after: (ms, run) => systemClock.after(ms >= 25_000 && ms <= 37_500 ? (waits.push(ms), 20) : ms, run),
  };
  gateway.refuse = () => (gateway.handshakes.length > 1 ? null : { code: 'too_many_requests', retry_after_ms: 25_000 });
  await using agent = createTestAgent(gateway, { clock });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(waits).toHaveLength(1);
});
