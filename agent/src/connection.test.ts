import { expect, test } from 'vitest';
import { systemClock, type Clock } from './clock.ts';
import { memoryStore } from './state-store.ts';
import { agentOf } from './testing/test-agent.ts';
import { eventually } from './testing/eventually.ts';
import { TestGateway } from './testing/test-gateway.ts';

const shifted = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

/** The time that an attempt may take passes at once, the waits between attempts do not. */
const impatient: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms === 10_000 ? 200 : ms, run) };

test('a machine enrols once and connects with a proof of its own key', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  {
    await using agent = agentOf(gateway, { store });
    await agent.start();
    await eventually(() => gateway.heard.alive.length > 0);
    expect(gateway.heard.alive[0]).toMatchObject({ cs_ver: '1.2.3', user_os_str: 'FakeOS 1' });
    expect(gateway.handshakes[0]?.agent_version).toBe('1.2.3');
  }
  await using second = agentOf(gateway, { store, enrolToken: undefined, server: undefined });
  await second.start();
  await eventually(() => second.state === 'connected');
  expect(gateway.enrolments).toHaveLength(1);
});

test('a machine without token and identity says what it needs', async () => {
  await using gateway = await TestGateway.start();
  await using agent = agentOf(gateway, { enrolToken: undefined });
  await expect(agent.start()).rejects.toThrow('enrolment token');
});

test('a refused enrolment ends with the reason; an unreachable API is asked again', async () => {
  await using gateway = await TestGateway.start();
  gateway.apiProblem = { status: 401, code: 'enrol_token_invalid' };
  await using refused = agentOf(gateway);
  await expect(refused.start()).rejects.toMatchObject({ code: 'enrol_token_invalid' });

  gateway.apiProblem = { status: 503, code: 'unavailable' };
  await using patient = agentOf(gateway);
  const started = patient.start();
  await eventually(() => patient.state === 'idle');
  gateway.apiProblem = null;
  await started;
  await eventually(() => patient.state === 'connected');
});

test('a wrong clock is corrected by what the gateway says, and the next attempt is let in', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = ({ ts }) =>
    Math.abs(ts - Date.now()) > 120_000 ? { code: 'clock_skew', server_time: Date.now() } : null;
  // The API's reply would tell the time too; it is left out here.
  const withoutDate: typeof fetch = async (...args) => {
    const reply = await fetch(...args);
    return new Response(await reply.text(), { status: reply.status });
  };
  await using agent = agentOf(gateway, { clock: shifted(-3 * 3_600_000), fetch: withoutDate });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.handshakes).toHaveLength(2);
  await eventually(() => gateway.heard.system_usage.length > 0);
  expect(Math.abs((gateway.heard.system_usage[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000);
});

test('an expired credential is renewed and the agent is back at once', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = () => (gateway.renewals === 0 ? { code: 'credential_expired' } : null);
  await using agent = agentOf(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected', 1_000);
  expect(gateway.renewals).toBe(1);
  expect(gateway.handshakes.at(-1)?.credential).not.toBe(gateway.handshakes[0]?.credential);
});

test('a replayed handshake is repeated with another nonce', async () => {
  await using gateway = await TestGateway.start();
  gateway.refuse = () => (gateway.handshakes.length === 1 ? { code: 'replayed' } : null);
  await using agent = agentOf(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(new Set(gateway.handshakes.map(({ nonce }) => nonce)).size).toBe(2);
});

test.each(['credential_invalid', 'bad_signature'])(
  '%s: a fresh credential is tried once, then it waits long',
  async (code) => {
    await using gateway = await TestGateway.start();
    gateway.refuse = () => ({ code });
    const waits: number[] = [];
    const clock: Clock = {
      now: systemClock.now,
      after(ms, run) {
        waits.push(ms);
        return systemClock.after(ms, run);
      },
    };
    await using agent = agentOf(gateway, { clock });
    await agent.start();
    await eventually(() => waits.some((ms) => ms >= 30_000 && ms <= 90_000));
    expect(gateway.renewals).toBe(2);
    expect(gateway.handshakes).toHaveLength(2);
  },
);

test('a deleted device forgets itself and ends', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = agentOf(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 401, code: 'agent_deleted' };
  gateway.socket.disconnect(true);
  expect(await agent.ended).toBe('deleted');
  expect(store.read('identity.json')).toBeNull();
  expect(store.read('agent.key')).toBeNull();
});

test('[HELLO-5] a gateway that does not know the device is not believed when the API does', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.refuse = () => (gateway.handshakes.length < 3 ? { code: 'agent_deleted' } : null);
  await using agent = agentOf(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.renewals).toBeGreaterThan(0);
  expect(store.read('identity.json')).not.toBeNull();
});

test('[HELLO-5] an API that cannot answer does not make an agent forget', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = agentOf(gateway, { store, random: () => 0 });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.refuse = () => ({ code: 'agent_deleted' });
  gateway.apiProblem = { status: 503, code: 'unavailable' };
  gateway.socket.disconnect(true);
  await eventually(() => gateway.handshakes.length >= 3, 20_000);
  gateway.refuse = () => null;
  await eventually(() => agent.state === 'connected', 20_000);
  expect(store.read('identity.json')).not.toBeNull();
}, 30_000);

test('an agent whose place was taken ends and does not come back', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = agentOf(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.socket.emit('superseded', { reason: 'another socket' });
  gateway.socket.disconnect(true);
  expect(await agent.ended).toBe('superseded');
  expect(agent.state).toBe('closed');
  expect(store.read('identity.json')).not.toBeNull();
});

test('after a gateway died every agent is back within 20 s, and not all in the same moment', async () => {
  await using gateway = await TestGateway.start();
  const agents = Array.from({ length: 60 }, () => agentOf(gateway));
  await using stack = new AsyncDisposableStack();
  for (const agent of agents) stack.use(agent);
  await Promise.all(agents.map((agent) => agent.start()));
  await eventually(() => gateway.sockets.length === agents.length);
  await gateway.stop();
  await eventually(() => agents.every((agent) => agent.state === 'waiting' || agent.state === 'connecting'));
  await gateway.comeBack();
  const times: number[] = [];
  await eventually(() => {
    times.push(gateway.sockets.length);
    return gateway.sockets.length === agents.length;
  }, 20_000);
  expect(new Set(times).size).toBeGreaterThan(5);
}, 30_000);

test('a credential is renewed at two thirds of its life, without a reconnection', async () => {
  await using gateway = await TestGateway.start();
  gateway.credentialLife = 3;
  await using agent = agentOf(gateway);
  await agent.start();
  await eventually(() => gateway.renewals >= 1);
  expect(gateway.handshakes).toHaveLength(1);
  expect(agent.state).toBe('connected');
});

test('a gateway that opens the transport and never answers is given up and asked again', async () => {
  await using gateway = await TestGateway.start();
  gateway.silent = true;
  await using agent = agentOf(gateway, { clock: impatient });
  await agent.start();
  await eventually(() => gateway.handshakes.length > 1);
  gateway.silent = false;
  await eventually(() => agent.state === 'connected');
});
