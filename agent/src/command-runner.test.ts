import { randomUUID } from 'node:crypto';
import { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Agent, AgentOptions } from './agent.ts';
import type { PowerControl } from './executors/executor.ts';
import { memoryStore } from './state-store.ts';
import { FakeHost } from './testing/fake-host.ts';
import { agentOf } from './testing/test-agent.ts';
import { eventually } from './testing/eventually.ts';
import { TestGateway } from './testing/test-gateway.ts';

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = agentOf(gateway, options);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  return agent;
}

const statesOf = (gateway: TestGateway, id: string) =>
  gateway.received.command_progress.filter((progress) => progress.id === id).map(({ state }) => state);

test('a command is accepted at once, and its result follows as progress', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  const id = randomUUID();
  expect(await gateway.command({ id, type: 'process_list', args: {} } as never)).toEqual({
    ok: true,
    state: 'accepted',
  });
  await eventually(() => statesOf(gateway, id).includes('done'));
  expect(gateway.received.processes[0]?.rows[0]).toMatchObject({ name: 'busy', pid: 2 });
  expect(gateway.received.command_progress[0]?.result).toMatchObject({ count: 2 });
});

test('[CMD-3] an id that was seen before is answered with its first result and does not run again, even after a restart', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const host = new FakeHost();
  const command = {
    id: randomUUID(),
    type: 'wol',
    args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 },
  } as never;
  {
    await using _agent = await connected(gateway, { store, host });
    await gateway.command(command);
    await eventually(() => gateway.received.command_progress.length === 1);
    expect(await gateway.command(command)).toEqual({ ok: true, state: 'done' });
  }
  await eventually(() => gateway.sockets.length === 0);
  await using _again = await connected(gateway, { store, host });
  expect(await gateway.command(command)).toEqual({ ok: true, state: 'done' });
  expect(host.woken).toEqual(['02:00:00:00:00:09']);
});

test('[CMD-4] a command past its deadline is answered as expired and never runs', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using _agent = await connected(gateway, { host });
  const deadline = new Date(Date.now() - 1_000).toISOString();
  const args = { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 };
  const answer = await gateway.command({ type: 'wol', args, deadline });
  expect(answer).toMatchObject({ ok: false, state: 'failed', error: { code: 'command_expired' } });
  expect(host.woken).toEqual([]);
});

test.each([
  ['a value that is no command', 'nonsense', 'malformed'],
  [
    'wrong arguments',
    { id: randomUUID(), type: 'wol', args: { mac_addr: 'x' }, deadline: '2999-01-01T00:00:00Z' },
    'malformed',
  ],
  [
    'an unknown type',
    { id: randomUUID(), type: 'dance', args: {}, deadline: '2999-01-01T00:00:00Z' },
    'unsupported_command',
  ],
])('%s is refused and the agent stays connected', async (_name, raw, code) => {
  await using gateway = await TestGateway.start();
  await using agent = await connected(gateway);
  const answer: unknown = await gateway.socket.timeout(5_000).emitWithAck('command', raw as never);
  expect(answer).toMatchObject({ ok: false, state: 'failed', error: { code } });
  expect(agent.state).toBe('connected');
});

test.each(['reboot', 'shutdown'] as const)('%s is refused without power control', async (type) => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  expect(await gateway.command({ type, args: {} })).toMatchObject({ ok: false, error: { code: 'power_not_allowed' } });
});

test('update is refused while there is no update channel', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  expect(await gateway.command({ type: 'update', args: {} })).toMatchObject({
    ok: false,
    error: { code: 'unsupported_command' },
  });
});

test('reboot reports running before the device restarts, and done afterwards', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const host = new FakeHost();
  const id = randomUUID();
  {
    const receivedBefore: string[][] = [];
    const power: PowerControl = () => Promise.resolve(void receivedBefore.push(statesOf(gateway, id)));
    await using _agent = await connected(gateway, { store, host, power });
    await gateway.command({ id, type: 'reboot', args: {} } as never);
    await eventually(() => receivedBefore.length === 1);
    expect(receivedBefore).toEqual([['running']]);
  }
  host.booted = Date.now() + 1;
  await using _after = await connected(gateway, { store, host });
  await eventually(() => statesOf(gateway, id).at(-1) === 'done');
  expect(statesOf(gateway, id)).toEqual(['running', 'done']);
});

test('a reboot after which the device was not restarted has failed', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const host = new FakeHost();
  const id = randomUUID();
  {
    let ordered = false;
    await using _agent = await connected(gateway, { store, host, power: () => Promise.resolve(void (ordered = true)) });
    await gateway.command({ id, type: 'reboot', args: {} } as never);
    await eventually(() => ordered);
  }
  await using _after = await connected(gateway, { store, host });
  await eventually(() => statesOf(gateway, id).at(-1) === 'failed');
});

test('a power command that the system refuses fails with its reason', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway, { power: () => Promise.reject(new Error('not permitted')) });
  await gateway.command({ type: 'reboot', args: {} });
  await eventually(() =>
    gateway.received.command_progress.some(({ state, message }) => state === 'failed' && message === 'not permitted'),
  );
});

test('shutdown reports done before the device turns off', async () => {
  await using gateway = await TestGateway.start();
  const id = randomUUID();
  const receivedBefore: string[][] = [];
  await using _agent = await connected(gateway, {
    power: () => Promise.resolve(void receivedBefore.push(statesOf(gateway, id))),
  });
  await gateway.command({ id, type: 'shutdown', args: {} } as never);
  await eventually(() => receivedBefore.length === 1);
  expect(receivedBefore).toEqual([['running', 'done']]);
  expect(statesOf(gateway, id)).toEqual(['running', 'done']);
});

test('agent_restart ends the agent, and the next one reports it done', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const id = randomUUID();
  await using agent = await connected(gateway, { store });
  await gateway.command({ id, type: 'agent_restart', args: {} } as never);
  expect(await agent.ended).toBe('restart');
  expect(statesOf(gateway, id)).toEqual(['running']);
  await using _next = await connected(gateway, { store });
  await eventually(() => statesOf(gateway, id).at(-1) === 'done');
});

test('update shows its progress, answers what is installed, and restarts the agent', async () => {
  await using gateway = await TestGateway.start();
  await using agent = await connected(gateway, {
    updater(wanted, report) {
      report(50);
      return Promise.resolve({ version: wanted ?? 'next' });
    },
  });
  await gateway.command({ type: 'update', args: { version: '9.9.9' } });
  expect(await agent.ended).toBe('restart');
  expect(gateway.received.command_progress.map(({ state, percent, result }) => ({ state, percent, result }))).toEqual([
    { state: 'running', percent: 50, result: undefined },
    { state: 'done', percent: undefined, result: { version: '9.9.9' } },
  ]);
});

test('information sends systemInfo and inventory again', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  await eventually(() => gateway.received.inventory.length === 1);
  await gateway.command({ type: 'information', args: {} });
  await eventually(() => gateway.received.command_progress.at(-1)?.state === 'done');
  expect(gateway.received.inventory).toHaveLength(2);
  expect(gateway.received.alive).toHaveLength(2);
});

test('delete is answered as done, and the agent removes the device’s identity', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = await connected(gateway, { store });
  expect(await gateway.command({ type: 'delete', args: {} })).toEqual({ ok: true, state: 'done' });
  expect(await agent.ended).toBe('deleted');
  expect(store.read('identity.json')).toBeNull();
  expect(store.read('agent.key')).toBeNull();
});

test('a command that the end of the agent interrupted is reported as failed and not run again', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const id = randomUUID();
  const host = new FakeHost();
  {
    host.wake = () => new Promise(() => undefined);
    await using _agent = await connected(gateway, { store, host });
    const args = { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 };
    await gateway.command({ id, type: 'wol', args } as never);
  }
  await using _next = await connected(gateway, { store });
  await eventually(() => statesOf(gateway, id).at(-1) === 'failed');
});

test('[CMD-5] progress is sent again until it is acknowledged, after lost connections and restarts', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.progressAck = null;
  {
    await using _agent = await connected(gateway, { store });
    await gateway.command({ type: 'process_list', args: {} });
    await eventually(() => gateway.received.command_progress.length === 1);
  }
  gateway.progressAck = { ok: true };
  await using _next = await connected(gateway, { store });
  await eventually(() => gateway.received.command_progress.length === 2);
  expect(gateway.received.command_progress[1]).toEqual(gateway.received.command_progress[0]);
  await eventually(() => store.read('progress-queue.json') === '[]');
});

test('[CMD-5] progress that the gateway refuses for good does not block later progress', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.progressAck = { ok: false, error: { code: 'not_found' } };
  await using _agent = await connected(gateway, { store });
  await gateway.command({ type: 'process_list', args: {} });
  await gateway.command({ type: 'process_list', args: {} });
  await eventually(() => gateway.received.command_progress.length === 2 && store.read('progress-queue.json') === '[]');
});

test('any payload sent as a command is answered as the contract declares, and the agent stays connected', async () => {
  await using gateway = await TestGateway.start();
  await using agent = await connected(gateway);
  const { socket } = gateway;
  const almost = fc.record({
    id: fc.oneof(fc.uuid(), fc.string()),
    type: fc.oneof(fc.constantFrom('reboot', 'wol', 'process_list', 'toString', '__proto__'), fc.string()),
    args: fc.oneof(fc.object(), fc.constant(null)),
    deadline: fc.oneof(fc.constant('2000-01-01T00:00:00Z'), fc.string()),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json().map((text) => JSON.parse(text) as unknown),
        almost,
      ),
      async (raw) => {
        CommandAnswer.parse(await socket.timeout(5_000).emitWithAck('command', raw as never));
      },
    ),
    { numRuns: 300 },
  );
  expect(agent.state).toBe('connected');
}, 30_000);
