import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';
import { expect, test } from 'vitest';
import { systemClock, type Clock } from './clock.ts';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

test('usage is reported at once and then at the interval of the settings', async () => {
  await using gateway = await TestGateway.start();
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => gateway.received.system_usage.length === 1);
  expect(gateway.received.system_usage[0]).toMatchObject({ cpu_usage: 12.5, cpu_temp: null });
  gateway.sendSettings({ refresh_interval: 0.2 });
  const began = Date.now();
  await eventually(() => gateway.received.system_usage.length >= 6);
  expect(Date.now() - began).toBeGreaterThan(700);
});

test('malformed settings and capture demands are ignored', async () => {
  await using gateway = await TestGateway.start();
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.socket.emit('settings', 'fast' as never);
  gateway.socket.emit('capture', { on: true, width: 1e9 } as never);
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 3);
  expect(gateway.frames).toHaveLength(0);
});

test('the inventory is sent only when it changed since the gateway last acknowledged it', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const host = new FakeHost();
  const connectOnce = async () => {
    await using agent = createTestAgent(gateway, { store, host });
    const before = gateway.received.system_usage.length;
    await agent.start();
    await eventually(() => gateway.received.system_usage.length > before);
    await eventually(() => store.read('inventory.sha256'));
  };
  await connectOnce();
  await connectOnce();
  expect(gateway.received.inventory).toHaveLength(1);
  host.software = [...host.software, { name: 'new', company: '', install_date: '', version: '2', description: '' }];
  await using agent = createTestAgent(gateway, { store, host });
  await agent.start();
  await eventually(() => gateway.received.inventory.length === 2);
});

test('an inventory that does not fit into one packet is truncated', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  const long = '가'.repeat(160);
  host.software = Array.from({ length: 3_000 }, (_, index) => ({
    name: `${index}`,
    company: long,
    install_date: '',
    version: '',
    description: '',
  }));
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  const [sent] = await eventually(() => (gateway.received.inventory.length > 0 ? gateway.received.inventory : null));
  expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(MAX_SOCKET_PACKET_BYTES);
  expect(sent?.software.length).toBeGreaterThan(500);
  expect(sent?.software_total).toBe(3_000);
});

test('processes beyond what a message holds are left out, with the number of all', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  const listed = (count: number) => {
    const row = { name: 'x'.repeat(300), cpu_usage: 0, memory_usage: 0 };
    host.running = Array.from({ length: count }, (_, pid) => ({ ...row, pid }));
    return gateway.command({ type: 'process_list', args: {} });
  };
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  await listed(100);
  await listed(2_400);
  const [whole, cut] = await eventually(() =>
    gateway.received.processes.length === 2 ? gateway.received.processes : null,
  );
  expect([whole?.rows.length, whole?.total]).toEqual([100, undefined]);
  expect(cut?.rows.length).toBeLessThan(2_000);
  expect(cut?.total).toBe(2_400);
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(MAX_SOCKET_PACKET_BYTES);
});

test.concurrent('[FRAME-1] frames are captured only while there is a demand, at its size and interval', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  expect(host.captures).toHaveLength(0);

  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  const began = Date.now();
  await eventually(() => gateway.frames.length >= 4);
  expect(Date.now() - began).toBeGreaterThanOrEqual(550);
  expect(host.frames[0]).toEqual({ width: 200, quality: 55, format: 'jpg' });
  expect(gateway.received.thumbnail[0]).toMatchObject({ width: 200, height: 10, ext: 'jpg' });

  gateway.socket.emit('capture', { on: false, width: 200, interval_ms: 200, quality: 55 });
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 2);
  const captured = host.captures.length;
  await eventually(() => gateway.received.system_usage.length >= 6);
  expect(host.captures.length).toBe(captured);
});

test.concurrent('[FRAME-6] a screen that stays the same is said to be the same; each demand begins with a frame', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  const { thumbnail_same: same } = gateway.received;
  const demand = { on: true, width: 200, interval_ms: 200, quality: 55, same: true };
  gateway.socket.emit('capture', demand);
  await eventually(() => same.length >= 3);
  expect(gateway.frames).toHaveLength(1);

  host.screen = new Uint8Array(30).fill(90);
  await eventually(() => gateway.frames.length === 2);
  const before = same.length;
  await eventually(() => same.length >= before + 2);
  expect(gateway.frames).toHaveLength(2);

  gateway.socket.emit('capture', { ...demand, width: 320 });
  await eventually(() => gateway.received.thumbnail.at(-1)?.width === 320);
  // An earlier gateway does not know the message.
  gateway.socket.emit('capture', { on: true, width: 100, interval_ms: 200, quality: 55 });
  await eventually(() => gateway.received.thumbnail.filter(({ width }) => width === 100).length >= 2);
});

test.concurrent('[FRAME-6] a demand that changes intervals only is answered with no further frame, one that is repeated is', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  const { thumbnail_same: same } = gateway.received;
  const demand = { on: true, width: 200, interval_ms: 200, quality: 55, same: true };
  gateway.socket.emit('capture', demand);
  await eventually(() => same.length >= 1);
  for (const interval_ms of [300, 200]) {
    gateway.socket.emit('capture', { ...demand, interval_ms });
    const before = same.length;
    await eventually(() => same.length >= before + 2);
  }
  expect(gateway.frames).toHaveLength(1);
  gateway.socket.emit('capture', demand);
  await eventually(() => gateway.frames.length === 2);
});

test.concurrent('[FRAME-6] a change of interval during a capture does not lose what that capture sends', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  const capture = host.capture.bind(host);
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const [first, other] = [host.screen, new Uint8Array(30).fill(90)];
  const slowCapture = async (...asked: Parameters<FakeHost['capture']>) => {
    const screen = capture(...asked);
    if (host.screen === other) {
      started.resolve();
      await held.promise;
    }
    return screen;
  };
  Object.assign(host, { capture: slowCapture });
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  const demand = { on: true, width: 200, interval_ms: 200, quality: 55, same: true };
  gateway.socket.emit('capture', demand);
  await eventually(() => gateway.received.thumbnail_same.length >= 1);
  host.screen = other;
  await started.promise;
  gateway.socket.emit('capture', { ...demand, interval_ms: 250 });
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 2);
  host.screen = first;
  held.resolve();
  // The screen is as in the first frame again, which is not the one that was sent last.
  await eventually(() => gateway.frames.length === 3);
});

test.concurrent('[FRAME-2] several requests are answered from one capture, each with its size, format and interval', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  const { thumbnail, thumbnail_same: same } = gateway.received;
  const demand = { on: true, width: 640, interval_ms: 200, quality: 55, same: true };
  const requests = [
    { width: 224, interval_ms: 800, format: 'webp' },
    // One of a later version.
    { width: 640, interval_ms: 200, format: 'later' as 'jpg' },
  ] as const;
  gateway.socket.emit('capture', { ...demand, requests: [...requests] });
  await eventually(() => same.length >= 1);
  expect(thumbnail).toMatchObject([
    { width: 224, ext: 'webp', for_width: 224 },
    { width: 640, ext: 'jpg', for_width: 640 },
  ]);
  expect(thumbnail[0]?.at).toBe(thumbnail[1]?.at);
  // The smaller frame is not due: what is said holds for the other only.
  expect(same[0]).toMatchObject({ for_widths: [640] });
  await eventually(() => same.some(({ for_widths }) => for_widths === undefined));
  expect(new Set(host.captures)).toEqual(new Set([640]));

  host.screen = new Uint8Array(30).fill(90);
  await eventually(() => thumbnail.length === 4);
  expect(new Set(thumbnail.slice(2).map(({ for_width }) => for_width))).toEqual(new Set([224, 640]));
  gateway.socket.emit('capture', { ...demand, on: false, requests: [] });
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 2);
  const captured = host.captures.length;
  await eventually(() => gateway.received.system_usage.length >= 5);
  expect(host.captures).toHaveLength(captured);
});

test('[FRAME-6] a small change is sent after a while', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  let now = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + now };
  await using agent = createTestAgent(gateway, { host, clock });
  await agent.start();
  await eventually(() => gateway.received.alive.length > 0);
  const { thumbnail_same: same } = gateway.received;
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55, same: true });
  await eventually(() => same.length >= 1);
  host.screen = host.screen.with(0, 40);
  const before = same.length;
  await eventually(() => same.length >= before + 2);
  expect(gateway.frames).toHaveLength(1);
  now += 10_000;
  await eventually(() => gateway.frames.length === 2);
});

test.concurrent('a failed capture is repeated at the next interval', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  const works = host.capture.bind(host);
  let tries = 0;
  host.capture = (width, regions) => {
    tries += 1;
    if (tries < 3) throw new Error('locked');
    return works(width, regions);
  };
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  await eventually(() => gateway.frames.length > 0);
});

test.concurrent('[FRAME-5] no frame is captured while the network accepts no data', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  host.capture = (width) => {
    host.captures.push(width);
    const frame = { width: 10, height: 10, ext: 'jpg' as const, bytes: new Uint8Array(400_000) };
    return { blocks: new Uint8Array(30), encode: () => frame };
  };
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  const { socket } = gateway;
  const raw = (socket.conn.transport as unknown as { socket: { pause(): void; resume(): void } }).socket;
  raw.pause();
  socket.emit('capture', { on: true, width: 200, interval_ms: 200, quality: 55 });
  // The buffers of the operating system accept some frames; then nothing more is captured.
  let last = -1;
  let since = Date.now();
  await eventually(() => {
    if (host.captures.length !== last) [last, since] = [host.captures.length, Date.now()];
    return host.captures.length > 0 && Date.now() - since > 1_000;
  });
  raw.resume();
  await eventually(() => host.captures.length > last);
});

/** Waits before an inventory is sent again pass at once. */
const withoutLongWaits: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms >= 30_000 ? 20 : ms, run),
};

test('[BUDGET-1] a refused inventory is kept and sent again, until the gateway has it', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  gateway.inventoryDenials.push({ code: 'too_many_requests', retry_after_ms: 30_000 }, { code: 'unavailable' });
  await using agent = createTestAgent(gateway, { store, clock: withoutLongWaits });
  await agent.start();
  await eventually(() => gateway.received.inventory.length === 1);
  await eventually(() => store.read('inventory.sha256'));
  expect(gateway.inventoryDenials).toEqual([]);
});

test('[BUDGET-1] an inventory that can never be accepted is not repeated', async () => {
  await using gateway = await TestGateway.start();
  gateway.inventoryDenials.push({ code: 'malformed' });
  await using agent = createTestAgent(gateway, { clock: withoutLongWaits });
  await agent.start();
  await eventually(() => gateway.inventoryDenials.length === 0);
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 4);
  expect(gateway.received.inventory).toEqual([]);
});

test('[BUDGET-1] an agent that is told to send no samples stops, and continues after that time', async () => {
  await using gateway = await TestGateway.start();
  await using agent = createTestAgent(gateway);
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.sendSettings({ refresh_interval: 0.2 });
  await eventually(() => gateway.received.system_usage.length >= 3);
  gateway.socket.emit('rate_limited', { event: 'system_usage', retry_after_ms: 1_500 });
  // An answered command: the agent has received what was sent before it.
  await gateway.command({ type: 'process_list', args: {} });
  const before = gateway.received.system_usage.length;
  await eventually(() => gateway.received.system_usage.length > before);
  const [last, next] = gateway.received.system_usage.slice(before - 1);
  expect((next?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThan(1_000);
});

test('processes are sent while they are watched, until the request lapses; a repeated one prolongs it', async () => {
  await using gateway = await TestGateway.start();
  let now = 1_000_000;
  const waiting: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    steady: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      waiting.push(timer);
      return { [Symbol.dispose]: () => void (waiting.includes(timer) && waiting.splice(waiting.indexOf(timer), 1)) };
    },
  };
  /** An answered command: what was sent before it has arrived, in both directions. */
  const barrier = () => gateway.command({ type: 'wol', args: { mac_addr: '02:00:00:00:00:09', target_device_pk: 1 } });
  /** Lets time pass, a second at a time. */
  const pass = async (seconds: number) => {
    await barrier();
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      for (const timer of waiting.filter(({ at }) => at <= now)) {
        waiting.splice(waiting.indexOf(timer), 1);
        timer.run();
      }
      await barrier();
    }
  };
  await using agent = createTestAgent(gateway, { clock });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  const count = () => gateway.received.processes.length;
  gateway.socket.emit('watch_processes', { interval_ms: 2_000, for_ms: 5_000 });
  await eventually(() => count() === 1);
  await pass(4);
  expect(count()).toBe(3);
  gateway.socket.emit('watch_processes', { interval_ms: 2_000, for_ms: 5_000 });
  await pass(4);
  expect(count()).toBe(5);
  await pass(20);
  expect(count()).toBe(5);
  expect(gateway.received.processes[0]?.rows[0]).toMatchObject({ name: 'busy' });
});

test('an action of a session that waits in the queue of the agent is reported until it is acknowledged', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  const payload = {
    session: '3f0e6c5e-8f4a-4b7e-9d8e-0a4f7f1b2c3d',
    at: 1_750_000_000_000,
    act_name_id: 32,
    old_value: null,
    new_value: '22:00',
  };
  store.write('report-queue.json', JSON.stringify([{ event: 'action_reported', payload }]));
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => gateway.received.action_reported.length === 1);
  expect(gateway.received.action_reported).toEqual([payload]);
  await eventually(() => store.read('report-queue.json') === '[]');
});
