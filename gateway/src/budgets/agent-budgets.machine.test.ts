import { randomUUID } from 'node:crypto';
import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { HardwareId } from '@vigil/shared/contract/hardware';
import { CommandId } from '@vigil/shared/contract/ids';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { createImage, lastCaptureDemand, requestFrames, unchangedMessagesOf, sendFrame } from '../testing/frames.ts';
import { startTestGateways, type TestDevice, type TestGateways } from '../testing/test-gateway.ts';
import {
  companyByteRate,
  agentConnectLimit,
  deviceByteRate,
  agentEventRates,
  toleratedAgentRefusalRate,
} from './rates.ts';

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await startTestGateways({ count: 2, budgetFactor: 1 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1, hdd_capacity: 1 };
const sample = { at: 1, ...usage, hdd_uses: 1, cpu_temp: 1, hdd_temp: 1, fan_speed: 1 };
const software = { name: 'n', company: 'c', install_date: '', version: '1', description: 'd' };
const inventory = { hardware: [], software: [software] };

async function metric(name: string, gateway = 0): Promise<number> {
  const text = await (await fetch(`${gateways.operatorUrls[gateway]}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'm').exec(text)?.[1] ?? 0);
}
const storedInventories = async () => {
  const entries = await gateways.redis.commands.xRange(redisKeys.stream(partitionOf(gateways.company)), '-', '+');
  return (entries ?? []).filter(({ message }) => message['kind'] === 'inventory').length;
};
const refusedConnect = (device: TestDevice, gateway: number) =>
  expect(gateways.agent(device, { gateway })).rejects.toMatchObject({
    data: { code: 'too_many_requests', retry_after_ms: expect.any(Number) },
  });

test('[BUDGET-1] samples over the rate are dropped and the agent is told; one that continues is cut off', async () => {
  const [device, other] = [await gateways.addDevice(), await gateways.addDevice()];
  using agent = await gateways.agent(device);
  using neighbour = await gateways.agent(other);
  const before = await metric('vigil_usage_samples_total');
  // Few enough that it is not cut off at once: its notice would not get out.
  for (let sent = 0; sent < 2 * agentEventRates.system_usage.burst; sent += 1)
    agent.socket.emit('system_usage', sample);
  await eventually(() =>
    expect(agent.received('rate_limited')[0]).toMatchObject({
      event: 'system_usage',
      retry_after_ms: expect.any(Number),
    }),
  );
  for (let sent = 0; sent < 20_000; sent += 1) agent.socket.emit('system_usage', sample);
  await eventually(() => expect(agent.socket.connected).toBe(false));
  // The rate applies while the flood lasts, so that a slow machine accepts a few more than the reserve.
  await eventually(async () => expect(await metric('vigil_usage_samples_total')).toBeGreaterThan(before));
  expect((await metric('vigil_usage_samples_total')) - before).toBeLessThan(1_000);
  // It is refused for a while, whichever gateway it asks.
  await refusedConnect(device, 1);
  expect(neighbour.socket.connected).toBe(true);
});

test('[BUDGET-1] samples at the highest rate of the settings are all accepted', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  for (let sent = 0; sent < agentEventRates.system_usage.burst; sent += 1) agent.socket.emit('system_usage', sample);
  await agent.ask('command_progress', {});
  expect(agent.received('rate_limited')).toEqual([]);
});

test('[FRAME-6] the demand is repeated when the screen is unchanged since a frame over the rate', async () => {
  // The reserve is 4 frames; another one is accepted after half a second.
  await using own = await startTestGateways({ budgetFactor: 0.1 });
  const device = await own.addDevice();
  using agent = await own.agent(device);
  using viewer = await own.browser((await own.session()).token);
  await requestFrames(viewer, device);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ on: true }));
  const demands = agent.received('capture').length;
  const bytes = await createImage(320, 180);
  for (let sent = 0; sent < 8; sent += 1) sendFrame(agent, {}, bytes);
  agent.socket.emit('thumbnail_same', { at: 1 });
  await eventually(() => expect(agent.received('capture').length).toBeGreaterThan(demands));
  expect(agent.received('rate_limited')[0]).toMatchObject({ event: 'thumbnail' });
  expect(unchangedMessagesOf(viewer, device)).toEqual([]);
});

test('[BUDGET-1] an inventory over the rate is refused with the time of the next try, and not stored', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const before = await storedInventories();
  const answers: Record<string, unknown>[] = [];
  for (let sent = 0; sent < 10; sent += 1) answers.push(await agent.ask('inventory', inventory));
  const { burst } = agentEventRates.inventory;
  expect(answers.slice(0, burst)).toEqual(Array.from({ length: burst }, () => ({ ok: true })));
  for (const answer of answers.slice(burst)) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'too_many_requests' } });
    expect((answer['error'] as { retry_after_ms: number }).retry_after_ms).toBeGreaterThan(1_000);
  }
  expect((await storedInventories()) - before).toBe(burst);
  expect(agent.received('rate_limited')[0]).toMatchObject({ event: 'inventory' });
  expect(agent.socket.connected).toBe(true);
});

test.each(Object.entries(agentEventRates))('[BUDGET-1] %s has a rate of its own', async (event, { burst }) => {
  using agent = await gateways.agent(await gateways.addDevice());
  // The budget is charged before the payload is looked at. What a slow machine refills meanwhile is sent as well.
  await eventually(() => {
    for (let sent = 0; sent <= burst; sent += 1) agent.socket.emit(event, {});
    expect(agent.received('rate_limited')).toContainEqual({ event, retry_after_ms: expect.any(Number) });
  });
});

test('[BUDGET-4] the factor multiplies events and connections', async () => {
  const factor = 3;
  await using own = await startTestGateways({ budgetFactor: factor });
  const device = await own.addDevice();
  const most = agentConnectLimit.most * factor;
  for (let n = 1; n < most; n += 1) (await own.agent(device))[Symbol.dispose]();
  using agent = await own.agent(device);
  await expect(own.agent(device)).rejects.toMatchObject({ data: { code: 'too_many_requests' } });
  const answers: unknown[] = [];
  const { burst } = agentEventRates.inventory;
  for (let sent = 0; sent <= burst * factor; sent += 1) answers.push((await agent.ask('inventory', inventory))['ok']);
  expect(answers).toEqual([...Array.from({ length: burst * factor }, () => true), false]);
});

test('[BUDGET-1] a new connection does not refill the budget, and disconnected devices are released', async () => {
  await using own = await startTestGateways({ budgetFactor: 1, releaseIntervalMs: 200 });
  const count = () => own.entryCounts()[0]?.['budgets'];
  const silent = await own.agent(await own.addDevice());
  // The company and the device.
  await eventually(() => expect(count()).toBe(2));
  silent[Symbol.dispose]();
  await eventually(() => expect(count()).toBe(0));
  const device = await own.addDevice();
  {
    using agent = await own.agent(device);
    for (let sent = 0; sent < agentEventRates.inventory.burst; sent += 1) await agent.ask('inventory', inventory);
  }
  using again = await own.agent(device);
  expect(await again.ask('inventory', inventory)).toMatchObject({ ok: false, error: { code: 'too_many_requests' } });
});

test('[BUDGET-1] undeclared events have a budget, too', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  for (let sent = 0; sent < 20 + toleratedAgentRefusalRate.burst * 5; sent += 1) agent.socket.emit(`event ${sent}`);
  await eventually(() => expect(agent.socket.connected).toBe(false));
});

test('[BUDGET-2] a device connects ten times a minute, on all gateways together; others are not affected', async () => {
  const [device, other] = [await gateways.addDevice(), await gateways.addDevice()];
  for (let i = 0; i < agentConnectLimit.most; i += 1)
    (await gateways.agent(device, { gateway: i % 2 }))[Symbol.dispose]();
  for (const gateway of [0, 1]) await refusedConnect(device, gateway);
  using neighbour = await gateways.agent(other);
  expect(neighbour.socket.connected).toBe(true);
});

test('[BUDGET-2] attempts of a clone do not use up those of the device itself', async () => {
  const device = await gateways.addDevice();
  const [own, other] = ['a', 'b'].map((digit) => ({
    hardware: { id: HardwareId.parse(digit.repeat(32)), name: '', mac_addr: '', s_pri_ip: '', user_os_str: '' },
  })) as [Partial<AgentHandshake>, Partial<AgentHandshake>];
  const holders = { own: HardwareId.parse('a'.repeat(32)), barred: [] };
  await gateways.change({ t: 'device_changed', device_pk: device.pk, patch: {}, hardware: holders });
  using _agent = await gateways.agent(device, { more: own });
  const refusal = () =>
    gateways.agent(device, { more: other }).catch((cause: { data?: { code?: string } }) => cause.data?.code);
  for (let i = 0; i < agentConnectLimit.most; i += 1) expect(await refusal()).toBe('hardware_conflict');
  expect(await refusal()).toBe('too_many_requests');
  using again = await gateways.agent(device, { more: own });
  expect(again.socket.connected).toBe(true);
});

test('[BUDGET-2] all devices of a company may connect at once', async () => {
  const devices: TestDevice[] = [];
  for (let i = 0; i < 300; i += 1) devices.push(await gateways.addDevice());
  const sockets = await Promise.all(devices.map((device, i) => gateways.agent(device, { gateway: i % 2 })));
  expect(sockets.filter(({ socket }) => socket.connected)).toHaveLength(devices.length);
  for (const socket of sockets) socket[Symbol.dispose]();
});

/** Bytes that the client could not hand to the network yet. */
const backlog = ({ socket }: TestSocket) =>
  (socket.io.engine.transport as unknown as { ws: { bufferedAmount: number } }).ws.bufferedAmount;

test('[BUDGET-3] bytes over the rate are left in the network, and other agents are read meanwhile', async () => {
  const [device, other] = [await gateways.addDevice(), await gateways.addDevice()];
  using agent = await gateways.agent(device);
  using neighbour = await gateways.agent(other);
  const bytes = Buffer.alloc(450_000);
  for (let sent = 0; sent < 60; sent += 1) {
    agent.socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg' }, bytes);
  }
  await eventually(async () => expect(await metric('vigil_agent_reads_paused_total')).toBeGreaterThan(0));
  expect(backlog(agent)).toBeGreaterThan(bytes.length);
  expect(await neighbour.ask('inventory', inventory)).toEqual({ ok: true });
});

test('[BUDGET-3] devices that keep to their own bytes together exceed those of their company', async () => {
  const paused = await metric('vigil_agent_reads_paused_total');
  const bytes = Buffer.alloc(450_000);
  const frames = Math.floor(deviceByteRate.burst / bytes.length) - 1;
  // Twice what the company may send at once: a slow machine does not make up for it.
  const count = Math.ceil((2 * companyByteRate(0).burst) / (frames * bytes.length));
  using agents = new DisposableStack();
  const sending: TestSocket[] = [];
  for (let n = 0; n < count; n += 1) sending.push(agents.use(await gateways.agent(await gateways.addDevice())));
  for (const { socket } of sending)
    for (let sent = 0; sent < frames; sent += 1)
      socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg' }, bytes);
  await eventually(async () => expect(await metric('vigil_agent_reads_paused_total')).toBeGreaterThan(paused));
});

const progress = { id: CommandId.parse(randomUUID()), state: 'done', result: 'x'.repeat(400_000) };
test.each([
  ['inventory', inventory],
  ['command_progress', progress],
])('[BUDGET-3] the packet after %s is read once that is on the durable stream', async (event, payload) => {
  await using own = await startTestGateways({ budgetFactor: 1 });
  using agent = await own.agent(await own.addDevice());
  using neighbour = await own.agent(await own.addDevice());
  own.redisServer.pause();
  const order: string[] = [];
  const stored = agent.ask(event, payload).then(() => order.push('large'));
  await eventually(async () => {
    const text = await (await fetch(`${own.operatorUrls[0]}/metrics`)).text();
    const received = new RegExp(`^vigil_socket_messages_received_total\\{event="${event}",[^}]*\\} 1$`, 'm');
    expect(text).toMatch(received);
  });
  // Its answer needs no Redis, as that of the neighbour shows.
  const answered = agent.ask('command_progress', {}).then(() => order.push('command_progress'));
  expect(await neighbour.ask('command_progress', {})).toMatchObject({ ok: false });
  expect(order).toEqual([]);
  own.redisServer.resume();
  await Promise.all([stored, answered]);
  expect(order).toEqual(['large', 'command_progress']);
});
