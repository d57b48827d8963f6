import { randomUUID } from 'node:crypto';
import type { Command } from '@vigil/shared/contract/command';
import { PROTOCOL_VERSION } from '@vigil/shared/contract/protocol-version';
import { expect, test } from 'vitest';
import type { Agent, AgentOptions } from './agent.ts';
import { systemClock, type Clock } from './clock.ts';
import { readIdentity, writeIdentity } from './identity.ts';
import { memoryStore, type StateStore } from './state-store.ts';
import { CommandKeys } from './testing/command-keys.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = createTestAgent(gateway, options);
  await agent.start();
  await eventually(() => agent.state === 'connected' && gateway.sockets.length > 0);
  return agent;
}

const wake = (mac_addr = '02:00:00:00:00:09') => ({ type: 'wol' as const, args: { mac_addr, target_device_pk: 9 } });
const invalid = { ok: false, state: 'failed', error: { code: 'signature_invalid' } };
const done = (answer: { state: string }) => ['accepted', 'done'].includes(answer.state);

type Alteration = (command: Command, gateway: TestGateway) => Command;
const alterations: Record<string, Alteration> = {
  'other arguments': (command) => ({ ...command, args: { ...command.args, mac_addr: '02:00:00:00:00:0a' } }),
  'an argument more': (command) => ({ ...command, args: { ...command.args, extra: 1 } }),
  'another type': (command) => ({ ...command, type: 'information' }),
  'a later deadline': (command) => ({ ...command, deadline: new Date(Date.now() + 3_600_000).toISOString() }),
  'another id': (command) => ({ ...command, id: randomUUID() as Command['id'] }),
  'the signature of another device': (command, gateway) => gateway.commandKeys.sign(command, randomUUID()),
  'an unknown key': (command) => new CommandKeys().sign(command, randomUUID()),
  'the id of a known key over a foreign signature': (command, gateway) => {
    const key_id = gateway.commandKeys.newest;
    return { ...new CommandKeys().sign(command, gateway.guid), key_id };
  },
  'no signature': ({ signature: _signature, ...command }) => command,
  'no key': ({ key_id: _key, ...command }) => command,
  'a signature that is no base64': (command) => ({ ...command, signature: '∅' }),
};

test.each(Object.entries(alterations))('[CMD-8] a command with %s never runs', async (_name, alter) => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using agent = await connected(gateway, { host });
  const genuine = gateway.signed(wake());
  expect(await gateway.sendRaw(alter(genuine, gateway))).toMatchObject(invalid);
  expect(host.woken).toEqual([]);
  // The refused one did not use up the id of the genuine one.
  expect(done(await gateway.sendRaw(genuine))).toBe(true);
  await eventually(() => host.woken.length === 1);
  expect(agent.state).toBe('connected');
});

test('[CMD-8] a signature covers the values of the arguments, not the order in which they were written', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  const { args, ...command } = gateway.signed(wake());
  expect(done(await gateway.sendRaw({ ...command, args: Object.fromEntries(Object.entries(args).toReversed()) }))).toBe(
    true,
  );
});

test('[CMD-8] a command that is replayed runs once, even after a restart; one that is late never', async () => {
  await using gateway = await TestGateway.start();
  const [store, host] = [memoryStore(), new FakeHost()];
  const command = await (async () => {
    await using _agent = await connected(gateway, { store, host });
    const first = gateway.signed(wake());
    for (let i = 0; i < 3; i += 1) await gateway.sendRaw(first);
    await eventually(() => host.woken.length === 1);
    return first;
  })();
  await eventually(() => gateway.sockets.length === 0);
  await using _next = await connected(gateway, { store, host });
  await gateway.sendRaw(command);
  const late = gateway.signed({ ...wake(), deadline: new Date(Date.now() - 1).toISOString() });
  expect(await gateway.sendRaw(late)).toMatchObject({ error: { code: 'command_expired' } });
  expect(host.woken).toHaveLength(1);
});

test('[CMD-8] a gateway that turns the clock back does not make a late command run', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using _agent = await connected(gateway, { host });
  const late = gateway.signed({ ...wake(), deadline: new Date(Date.now() - 60_000).toISOString() });
  gateway.sendSettings({ server_time: Date.now() - 3_600_000 });
  await eventually(() => gateway.renewals > 0);
  expect(await gateway.sendRaw(late)).toMatchObject({ error: { code: 'command_expired' } });
  expect(host.woken).toEqual([]);
});

test('[CMD-8] a device whose clock is ahead asks the API for the time, and runs what is in time', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await (await connected(gateway, { store }))[Symbol.asyncDispose]();
  await eventually(() => gateway.sockets.length === 0);
  const clock: Clock = { ...systemClock, now: () => Date.now() + 90_000 };
  await using _agent = await connected(gateway, { store, clock });
  gateway.sendSettings({ server_time: Date.now() });
  await eventually(() => gateway.renewals > 0);
  expect(done(await gateway.command(wake()))).toBe(true);
});

test('[CMD-9] an agent with pinned keys announces the protocol, and takes no unsigned command', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  expect(gateway.handshakes.at(-1)?.protocol).toBe(PROTOCOL_VERSION);
  const { key_id: _key, signature: _signature, ...unsigned } = gateway.signed(wake());
  expect(await gateway.sendRaw(unsigned)).toMatchObject(invalid);
});

test('[CMD-9] a new key is accepted when an earlier one has signed it; both are valid until one is retired', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  const first = gateway.commandKeys.newest;
  gateway.commandKeys.add();
  // An unknown key makes the agent renew at once.
  expect(done(await gateway.command(wake()))).toBe(true);
  expect(gateway.renewals).toBe(1);
  expect(done(await gateway.sendRaw(gateway.signed(wake(), { keyId: first })))).toBe(true);
});

/** Another run of the same device, after it has asked the API. */
async function renewed(gateway: TestGateway, store: StateStore, host = new FakeHost()): Promise<Agent> {
  const before = gateway.renewals;
  const agent = await connected(gateway, { store, host, random: () => 0 });
  await eventually(() => gateway.renewals > before);
  return agent;
}

async function enrolled(gateway: TestGateway): Promise<StateStore> {
  const store = memoryStore();
  await (await connected(gateway, { store }))[Symbol.asyncDispose]();
  await eventually(() => gateway.sockets.length === 0);
  return store;
}

/** A clock whose long timers run when the test says so, and which can be wrong, or be set while it runs. */
class HandClock implements Clock {
  readonly #waiting = new Set<() => void>();
  readonly #longMs: number;

  constructor(longMs = 600_000) {
    this.#longMs = longMs;
  }

  offsetMs = 0;
  /** By how much a person has set the clock of the device. */
  setByMs = 0;

  now(): number {
    return Date.now() + this.offsetMs + this.setByMs;
  }

  steady(): number {
    return performance.now() + this.offsetMs;
  }

  after(ms: number, run: () => void): Disposable {
    if (ms < this.#longMs) return systemClock.after(ms, run);
    this.#waiting.add(run);
    return { [Symbol.dispose]: () => this.#waiting.delete(run) };
  }

  advance(ms: number): void {
    this.offsetMs += ms;
    const due = [...this.#waiting];
    this.#waiting.clear();
    for (const run of due) run();
  }
}

/** A key that signs instead of the first one, which is retired. */
function retireFirst(gateway: TestGateway): string {
  const first = gateway.commandKeys.newest;
  gateway.commandKeys.add();
  gateway.commandKeys.retire(first);
  return first;
}

test('[CMD-9] a running agent runs no command of a retired key once its gateway has named the valid ones', async () => {
  await using gateway = await TestGateway.start();
  const [host, store] = [new FakeHost(), memoryStore()];
  await using _agent = await connected(gateway, { host, store });
  const first = retireFirst(gateway);
  gateway.sendSettings({ command_keys: [gateway.commandKeys.newest] });
  expect(await gateway.sendRaw(gateway.signed(wake(), { keyId: first }))).toMatchObject(invalid);
  expect(host.woken).toEqual([]);
  expect(readIdentity(store)?.command_keys?.map(({ key_id }) => key_id)).toEqual([gateway.commandKeys.newest]);
  expect(done(await gateway.command(wake()))).toBe(true);
});

test('[CMD-9] keys that a gateway names are believed only if the API names them, and it is asked once a minute at most', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  for (const command_keys of [['elsewhere'], [], [gateway.commandKeys.newest, 'more']]) {
    gateway.sendSettings({ command_keys });
    expect(done(await gateway.command(wake()))).toBe(true);
  }
  expect(gateway.renewals).toBe(1);
});

test('[CMD-9] a started agent asks the API before its first command, so that no gateway can withhold a retirement', async () => {
  await using gateway = await TestGateway.start();
  const [store, host] = [await enrolled(gateway), new FakeHost()];
  const first = retireFirst(gateway);
  await using _agent = await connected(gateway, { store, host, random: () => 0.99 });
  expect(await gateway.sendRaw(gateway.signed(wake(), { keyId: first }))).toMatchObject(invalid);
  expect(host.woken).toEqual([]);
  expect(done(await gateway.command(wake()))).toBe(true);
  expect(gateway.renewals).toBe(1);
});

test('[CMD-9] an agent that runs on asks the API every six hours', async () => {
  await using gateway = await TestGateway.start();
  gateway.credentialLife = 30 * 86_400;
  const [clock, host, store] = [new HandClock(), new FakeHost(), memoryStore()];
  await using _agent = await connected(gateway, { clock, host, store });
  const first = retireFirst(gateway);
  clock.advance(5 * 3_600_000);
  expect(gateway.renewals).toBe(0);
  clock.advance(3_600_000);
  await eventually(() => readIdentity(store)?.command_keys?.every(({ key_id }) => key_id !== first));
  expect(await gateway.sendRaw(gateway.signed(wake(), { keyId: first }))).toMatchObject(invalid);
  expect(host.woken).toEqual([]);
});

test('[CMD-9] an API process that does not know of a retirement yet is asked again, ever more rarely, until it does', async () => {
  await using gateway = await TestGateway.start();
  gateway.credentialLife = 30 * 86_400;
  const [clock, host, store] = [new HandClock(20_000), new FakeHost(), memoryStore()];
  await using _agent = await connected(gateway, { clock, host, store, random: () => 0 });
  const first = gateway.commandKeys.newest;
  gateway.commandKeys.add();
  const pinned = () => readIdentity(store)?.command_keys?.map(({ key_id }) => key_id);
  gateway.sendSettings({ command_keys: [gateway.commandKeys.newest] });
  await eventually(() => pinned()?.length === 2);
  for (const [asked, seconds] of [30, 60, 120].entries()) {
    clock.advance((seconds - 1) * 1_000);
    expect(gateway.renewals).toBe(asked + 1);
    const before = readIdentity(store)?.credential;
    clock.advance(1_000);
    // The next question is planned when the answer is stored.
    await eventually(() => readIdentity(store)?.credential !== before);
    expect(gateway.renewals).toBe(asked + 2);
  }
  gateway.commandKeys.retire(first);
  clock.advance(240_000);
  await eventually(() => pinned()?.length === 1);
  clock.advance(5 * 3_600_000);
  expect(gateway.renewals).toBe(5);
  expect(await gateway.sendRaw(gateway.signed(wake(), { keyId: first }))).toMatchObject(invalid);
  expect(host.woken).toEqual([]);
});

test('[CMD-9] an API that does not answer for a moment costs no command of a new key', async () => {
  await using gateway = await TestGateway.start();
  const clock = new HandClock();
  await using _agent = await connected(gateway, { clock });
  gateway.commandKeys.add();
  gateway.apiProblem = { status: 503, code: 'unavailable' };
  expect(await gateway.command(wake())).toMatchObject(invalid);
  gateway.apiProblem = null;
  clock.offsetMs += 3_000;
  expect(done(await gateway.command(wake()))).toBe(true);
});

test.each([
  ['started again, while the API does not answer', 'unavailable'],
  ['started again', null],
] as const)(
  '[CMD-4] a device whose clock is slow runs no late command of a gateway that names no time: %s',
  async (_, code) => {
    await using gateway = await TestGateway.start();
    const [store, host, clock] = [await enrolled(gateway), new FakeHost(), new HandClock()];
    clock.offsetMs = -3_600_000;
    if (code === null) {
      // As of a version that stored no time.
      const { api_time: _time, ...identity } = readIdentity(store)!;
      writeIdentity(store, identity);
    } else gateway.apiProblem = { status: 503, code };
    await using _agent = await connected(gateway, { store, host, clock, random: () => 0.99 });
    const late = gateway.signed({ ...wake(), deadline: new Date(Date.now() - 600_000).toISOString() });
    expect(await gateway.sendRaw(late)).toMatchObject({ error: { code: 'command_expired' } });
    expect(host.woken).toEqual([]);
  },
);

test.each([
  ['answers', null],
  ['does not answer', 'unavailable'],
] as const)(
  '[CMD-4] a clock that is set back while the agent runs makes no late command run: the API %s',
  async (_, code) => {
    await using gateway = await TestGateway.start();
    const [host, clock] = [new FakeHost(), new HandClock()];
    await using _agent = await connected(gateway, { host, clock });
    clock.setByMs = -3_600_000;
    if (code !== null) gateway.apiProblem = { status: 503, code };
    const late = gateway.signed({ ...wake(), deadline: new Date(Date.now() - 60_000).toISOString() });
    expect(await gateway.sendRaw(late)).toMatchObject({ error: { code: 'command_expired' } });
    expect(host.woken).toEqual([]);
    expect(done(await gateway.command(wake()))).toBe(true);
  },
);

test('[CMD-4] a clock that is set ahead while the agent runs lets no command expire, and the API is asked once', async () => {
  await using gateway = await TestGateway.start();
  const clock = new HandClock();
  await using _agent = await connected(gateway, { clock });
  clock.setByMs = 3_600_000;
  for (let i = 0; i < 3; i += 1) expect(done(await gateway.command(wake()))).toBe(true);
  expect(gateway.renewals).toBe(1);
});

test('[CMD-4] a clock that is set again after the API was asked does not hold back the next question', async () => {
  await using gateway = await TestGateway.start();
  const clock = new HandClock();
  await using _agent = await connected(gateway, { clock });
  clock.setByMs = 7_200_000;
  expect(done(await gateway.command(wake()))).toBe(true);
  clock.setByMs = 3_600_000;
  clock.offsetMs = 61_000;
  gateway.commandKeys.add();
  expect(done(await gateway.command(wake()))).toBe(true);
});

test('[CMD-9] an agent that was offline during several rotations follows the chain of signed keys', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolled(gateway);
  for (let i = 0; i < 3; i += 1) {
    const before = gateway.commandKeys.newest;
    gateway.commandKeys.add();
    gateway.commandKeys.retire(before);
  }
  await using _agent = await renewed(gateway, store);
  expect(done(await gateway.command(wake()))).toBe(true);
  expect(readIdentity(store)?.command_keys?.map(({ key_id }) => key_id)).toEqual([gateway.commandKeys.newest]);
});

test('[CMD-9] keys that no pinned one has signed are refused, and the pinned ones stay', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolled(gateway);
  const pinned = readIdentity(store)?.command_keys;
  const [genuine, foreign] = [gateway.commandKeys, new CommandKeys()];
  gateway.commandKeys = foreign;
  await using _agent = await renewed(gateway, store);
  expect(await gateway.command(wake())).toMatchObject(invalid);
  expect(readIdentity(store)?.command_keys).toEqual(pinned);
  gateway.commandKeys = genuine;
  expect(done(await gateway.command(wake()))).toBe(true);
});

test('[CMD-9] a device that was enrolled before there were keys is of protocol 1 until its server names them', async () => {
  await using gateway = await TestGateway.start();
  gateway.namesNoKeys = true;
  const store = await enrolled(gateway);
  await using _agent = await connected(gateway, { store, random: () => 0 });
  await eventually(() => gateway.renewals > 0);
  expect(gateway.handshakes.at(-1)?.protocol).toBe(1);
  const { key_id: _key, signature: _signature, ...unsigned } = gateway.signed(wake());
  expect(done(await gateway.sendRaw(unsigned))).toBe(true);
});

test('[CMD-9] such a device fetches the keys when its server has them, and connects again as protocol 2', async () => {
  await using gateway = await TestGateway.start();
  gateway.namesNoKeys = true;
  const store = await enrolled(gateway);
  gateway.namesNoKeys = false;
  await using _agent = await connected(gateway, { store, random: () => 0 });
  await eventually(() => gateway.handshakes.at(-1)?.protocol === PROTOCOL_VERSION && gateway.sockets.length === 1);
  expect(readIdentity(store)?.command_keys).toEqual(gateway.commandKeys.offered().command_keys);
  const { signature: _signature, ...unsigned } = gateway.signed(wake());
  expect(await gateway.sendRaw(unsigned)).toMatchObject(invalid);
});
