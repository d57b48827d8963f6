import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Agent, AgentOptions } from './agent.ts';
import type { FinalResult, Installer, PowerControl } from './executors/executor.ts';
import { sendMagicPacket } from './host/wake.ts';
import { memoryStore, type StateStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

async function connected(gateway: TestGateway, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = createTestAgent(gateway, options);
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
  expect(await gateway.command({ id, type: 'process_list', args: {} })).toMatchObject({ ok: true, state: 'accepted' });
  await eventually(() => statesOf(gateway, id).includes('done'));
  expect(gateway.received.processes[0]?.rows[0]).toMatchObject({ name: 'busy', pid: 2 });
  expect(gateway.received.command_progress[0]?.result).toMatchObject({ count: 3 });
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
    expect(await gateway.command(command)).toMatchObject({ ok: true, state: 'done' });
  }
  await eventually(() => gateway.sockets.length === 0);
  await using _again = await connected(gateway, { store, host });
  expect(await gateway.command(command)).toMatchObject({ ok: true, state: 'done' });
  expect(host.woken).toEqual(['02:00:00:00:00:09']);
});

test('[CMD-6] an installation that outlived a restart of the agent is not begun again, and ends with its result', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const id = randomUUID();
  const ended = Promise.withResolvers<FinalResult>();
  let installs = 0;
  const installer: Installer = {
    install() {
      installs += 1;
      return new Promise(() => undefined);
    },
    resume: (command) => (command === id ? ended.promise : Promise.reject(new Error('another command'))),
    forget: () => Promise.resolve(),
  };
  const install = gateway.application(id);
  {
    await using _agent = await connected(gateway, { store, installer });
    await gateway.command(install);
    await eventually(() => statesOf(gateway, id).includes('running'));
  }
  await eventually(() => gateway.sockets.length === 0);
  await using _again = await connected(gateway, { store, installer });
  expect(await gateway.command(install)).toMatchObject({ ok: true, state: 'running' });
  ended.resolve({ state: 'done', result: { exit_code: 0 } });
  await eventually(() => statesOf(gateway, id).includes('done'));
  expect(installs).toBe(1);
});

/** A store whose disk is full while `isFull`. */
function fullStore() {
  const store = memoryStore();
  const disk = { isFull: false };
  const check = () => {
    if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const full: StateStore = {
    ...store,
    write: (name, text) => (check(), store.write(name, text)),
    append(name, text, how) {
      // A part of the line is written.
      if (disk.isFull) store.append(name, text.slice(0, 9));
      check();
      store.append(name, text, how);
    },
  };
  return { disk, store: full };
}

test('[CMD-3] a command that a full disk cannot hold is refused and does not run, and runs once there is space', async () => {
  await using gateway = await TestGateway.start();
  const { disk, store } = fullStore();
  const host = new FakeHost();
  const args = { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 };
  const command = await (async () => {
    await using agent = await connected(gateway, { store, host });
    const order = gateway.signed({ type: 'wol', args });
    disk.isFull = true;
    expect(await gateway.sendRaw(order)).toMatchObject({ ok: false, error: { code: 'command_refused' } });
    expect(host.woken).toEqual([]);
    disk.isFull = false;
    expect(await gateway.sendRaw(order)).toMatchObject({ ok: true, state: 'accepted' });
    await eventually(() => statesOf(gateway, order.id).includes('done'));
    expect(agent.state).toBe('connected');
    return order;
  })();
  await eventually(() => gateway.sockets.length === 0);
  await using _again = await connected(gateway, { store, host });
  expect(await gateway.sendRaw(command)).toMatchObject({ ok: true, state: 'done' });
  expect(host.woken).toHaveLength(1);
});

test('[CMD-5] a disk that gets full while a command runs costs neither its report nor the agent', async () => {
  await using gateway = await TestGateway.start();
  const { disk, store } = fullStore();
  const host = new FakeHost();
  host.wake = () => Promise.resolve(void (disk.isFull = true));
  await using agent = await connected(gateway, { store, host });
  const command = gateway.signed({ type: 'wol', args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 } });
  expect(await gateway.sendRaw(command)).toMatchObject({ state: 'accepted' });
  await eventually(() => statesOf(gateway, command.id).includes('done'));
  expect(await gateway.sendRaw(command)).toMatchObject({ state: 'done' });
  expect(agent.state).toBe('connected');
});

test('a signed wake order sends the real packet, and is done when it was sent', async () => {
  await using gateway = await TestGateway.start();
  const receiver = createSocket('udp4').bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address();
  const host = new FakeHost();
  host.wake = (mac) => sendMagicPacket(mac, { addresses: ['127.0.0.1'], port });
  await using _agent = await connected(gateway, { host });
  const id = randomUUID();
  const captured = once(receiver, 'message') as Promise<[Buffer]>;
  await gateway.command({ id, type: 'wol', args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 } });
  const [packet] = await captured;
  expect(packet.toString('hex')).toBe('ff'.repeat(6) + '020000000009'.repeat(16));
  await eventually(() => statesOf(gateway, id).includes('done'));
  receiver.close();
});

test('a wake order fails with the reason of the system when the packet cannot be sent', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  host.wake = (mac) => sendMagicPacket(mac, { addresses: ['127.0.0.1'], port: 70_000 });
  await using _agent = await connected(gateway, { host });
  const id = randomUUID();
  await gateway.command({ id, type: 'wol', args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 } });
  await eventually(() => statesOf(gateway, id).includes('failed'));
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
    'an unknown type',
    { id: randomUUID(), type: 'dance', args: {}, deadline: '2999-01-01T00:00:00Z' },
    'unsupported_command',
  ],
])('%s is refused and the agent stays connected', async (_name, raw, code) => {
  await using gateway = await TestGateway.start();
  await using agent = await connected(gateway);
  expect(await gateway.sendRaw(raw)).toMatchObject({ ok: false, state: 'failed', error: { code } });
  expect(agent.state).toBe('connected');
});

test('wrong arguments are refused, even signed ones', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  expect(await gateway.command({ type: 'wol', args: { mac_addr: 'x' } })).toMatchObject({
    error: { code: 'malformed' },
  });
});

test.each(['reboot', 'shutdown'] as const)('%s is refused without power control', async (type) => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  expect(await gateway.command({ type, args: {} })).toMatchObject({ ok: false, error: { code: 'power_not_allowed' } });
});

test.each([
  ['one that is running', 2, 'busy', 'done', { result: { pid: 2, name: 'busy' } }],
  ['one whose pid belongs to another program', 2, 'editor', 'failed', { message: 'process_gone' }],
  ['one that is gone', 99, 'busy', 'failed', { message: 'process_gone' }],
  ['one of the system', 1, 'idle', 'failed', { message: 'process_protected' }],
  ['one that does not end', 3, 'stuck', 'failed', { message: 'process_not_ended' }],
])('the end of a process says what happened: %s', async (_name, pid, name, state, more) => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway, { power: () => Promise.resolve() });
  expect(await gateway.command({ type: 'process_end', args: { pid, name } })).toMatchObject({ state: 'accepted' });
  await eventually(() => gateway.received.command_progress.length > 0);
  expect(gateway.received.command_progress.at(-1)).toMatchObject({ state, ...more });
  if (state === 'done') expect(gateway.received.processes.at(-1)?.rows.map((row) => row.pid)).toEqual([1, 3]);
});

test('the end of a process is refused without power control', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  const args = { pid: 2, name: 'busy' };
  expect(await gateway.command({ type: 'process_end', args })).toMatchObject({ error: { code: 'power_not_allowed' } });
});

test.each(['reboot', 'shutdown'] as const)(
  '[CMD-10] %s reports running before the device goes, and done when the system has booted again',
  async (type) => {
    await using gateway = await TestGateway.start();
    const store = memoryStore();
    const host = new FakeHost();
    const id = randomUUID();
    {
      const receivedBefore: string[][] = [];
      const power: PowerControl = () => Promise.resolve(void receivedBefore.push(statesOf(gateway, id)));
      await using _agent = await connected(gateway, { store, host, power });
      await gateway.command({ id, type, args: {} });
      await eventually(() => receivedBefore.length === 1);
      expect(receivedBefore).toEqual([['running']]);
    }
    host.boot = 'boot-2';
    await using _after = await connected(gateway, { store, host });
    await eventually(() => statesOf(gateway, id).at(-1) === 'done');
    expect(statesOf(gateway, id)).toEqual(['running', 'done']);
  },
);

test('[CMD-10] an agent that comes back without a new boot leaves the judgement to the server, and repeats what was before', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const host = new FakeHost();
  const command = { id: randomUUID(), type: 'reboot' as const, args: {} };
  let ordered = false;
  const power: PowerControl = () => Promise.resolve(void (ordered = true));
  const first = await (async () => {
    await using _agent = await connected(gateway, { store, host, power });
    const answer = await gateway.command(command);
    await eventually(() => ordered);
    return answer;
  })();
  await eventually(() => gateway.sockets.length === 0);
  await using _after = await connected(gateway, { store, host });
  await eventually(() => gateway.received.alive.length > 1);
  const [before, now] = [gateway.received.alive[0], gateway.received.alive.at(-1)];
  expect(first.before).toEqual({ boot_id: 'boot-1', agent_start_id: before?.agent_start_id, cs_ver: '1.2.3' });
  expect(await gateway.command(command)).toEqual({ ok: true, state: 'running', before: first.before });
  expect(now?.boot_id).toBe('boot-1');
  expect(now?.agent_start_id).not.toBe(before?.agent_start_id);
  expect(statesOf(gateway, command.id)).toEqual(['running']);
});

test('a power command that the system refuses fails with its reason', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway, { power: () => Promise.reject(new Error('not permitted')) });
  await gateway.command({ type: 'reboot', args: {} });
  await eventually(() =>
    gateway.received.command_progress.some(({ state, message }) => state === 'failed' && message === 'not permitted'),
  );
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

test('information sends systemInfo and inventory again', async () => {
  await using gateway = await TestGateway.start();
  await using _agent = await connected(gateway);
  await eventually(() => gateway.received.inventory.length === 1);
  await gateway.command({ type: 'information', args: {} });
  await eventually(() => gateway.received.command_progress.at(-1)?.state === 'done');
  expect(gateway.received.inventory).toHaveLength(2);
  expect(gateway.received.alive).toHaveLength(2);
});

test('[CMD-12] no command makes an agent remove its identity', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = await connected(gateway, { store });
  const identity = store.read('identity.json');
  const order = { ...gateway.signed({ type: 'agent_restart', args: {} }), type: 'delete' };
  expect(await gateway.sendRaw(order)).toMatchObject({ ok: false, error: { code: 'unsupported_command' } });
  expect(store.read('identity.json')).toBe(identity);
  expect(agent.state).toBe('connected');
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
  // A code, which the console translates.
  expect(gateway.received.command_progress.at(-1)?.message).toBe('agent_interrupted');
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
  await eventually(() => store.read('report-queue.json') === '[]');
});

test('[CMD-5] progress that the gateway refuses for good does not block later progress', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.progressAck = { ok: false, error: { code: 'not_found' } };
  await using _agent = await connected(gateway, { store });
  await gateway.command({ type: 'process_list', args: {} });
  await gateway.command({ type: 'process_list', args: {} });
  await eventually(() => gateway.received.command_progress.length === 2 && store.read('report-queue.json') === '[]');
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
        CommandAnswer.parse(await socket.timeout(60_000).emitWithAck('command', raw as never));
      },
    ),
    { numRuns: 300 },
  );
  expect(agent.state).toBe('connected');
});
