import { usageBatchColumns } from '@vigil/shared/contract/events/browser-down/fleet-state';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createLog } from '@vigil/shared/platform/log';
import { createMetrics } from '@vigil/shared/platform/metrics';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { parseStreamEntry } from '@vigil/shared/platform/redis/stream';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { ELSEWHERE, HOME, ROOM, type TestGateways } from '../testing/test-gateway.ts';
import { createLatestUsagePublisher } from './usage-batches.ts';
import { createMinuteUsageRollup } from './usage-rollup.ts';

const test = gatewayTest();
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const sample = (cpu_usage: number | null) => ({
  at: 1,
  cpu_usage,
  memory_usage: 12.34,
  memory_capacity: 1_000,
  memory_uses: 123,
  hdd_usage: 55.55,
  hdd_capacity: null,
  hdd_uses: null,
  cpu_temp: null,
  hdd_temp: null,
  fan_speed: 900,
  fan_name: 'CPU fan',
});

test('[USAGE-1] a sample reaches the watchers of its group, as one row of a batch', async () => {
  const device = await gateways.addDevice(ROOM);
  const open = async (sight: Sight) => gateways.browser((await gateways.session({ sight })).token);
  const [all, inRoom, other] = [await open('all'), await open({ groups: [ROOM] }), await open({ groups: [ELSEWHERE] })];
  await all.ask('watch_fleet', { group_pk: HOME, usage: true });
  await inRoom.ask('watch_fleet', { group_pk: 'all', usage: true });
  await other.ask('watch_fleet', { group_pk: 'all', usage: true });
  using agent = await gateways.agent(device);
  await eventually(() => {
    agent.socket.emit('system_usage', sample(7.5));
    expect(inRoom.received('system_usage').length).toBeGreaterThan(0);
  });
  const row = [device.pk, 7.5, 12.34, 1_000, 123, 55.55, null, null, null, null, 900];
  expect(inRoom.received('system_usage')[0]).toMatchObject({ cols: usageBatchColumns, rows: [row] });
  await eventually(() => expect(all.received('system_usage')[0]).toMatchObject({ rows: [row] }));
  expect(other.received('system_usage')).toEqual([]);
  const kept = await gateways.redis.commands.hGet(redisKeys.usage(gateways.company), String(device.pk));
  expect(JSON.parse(kept ?? '')).toEqual([...row, expect.any(Number), 'CPU fan']);
});

type Published = { rows: number[][] }[];

/** Runs a gateway's batching alone. @returns the published batches, once they have `rows` rows in total */
async function collect(rows: number, work: (add: (device: number, cpu: number) => void) => Promise<void> | void) {
  const published: Published = [];
  const channel = busChannels.usage(gateways.company, HOME);
  const unsubscribe = await gateways.redis.subscribe(channel, (text) =>
    published.push(JSON.parse(text) as Published[number]),
  );
  const deps = {
    redis: gateways.redis,
    log: createLog('test', 'silent'),
    now: Date.now,
    metrics: createMetrics('test'),
  };
  using batches = createLatestUsagePublisher(deps as Parameters<typeof createLatestUsagePublisher>[0]);
  await work((device, cpu) =>
    batches.add({ company: gateways.company, group: HOME, device: device as DevicePk }, sample(cpu)),
  );
  await eventually(() => expect(published.reduce((sum, batch) => sum + batch.rows.length, 0)).toBe(rows));
  await unsubscribe();
  return published;
}

test('[USAGE-1] a batch carries only the newest of several samples of a device', async () => {
  const published = await collect(2, (add) => {
    for (let cpu = 0; cpu <= 50; cpu += 1) add(1, cpu);
    add(2, 9);
  });
  const [batch] = published.map(({ rows }) => rows.map((row) => row.slice(0, 2)));
  expect(batch).toEqual([
    [1, 50],
    [2, 9],
  ]);
});

test('[USAGE-2] under load the size of batches grows, not their number', async () => {
  const SAMPLES = 20_000;
  let sent = 0;
  const published = await collect(SAMPLES, async (add) => {
    // Each turn adds more samples than the interval grows at (GROW_ABOVE_SAMPLES).
    while (sent < SAMPLES) {
      for (let i = 0; i < 250; i += 1) add((sent += 1), 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const sizes = published.map((batch) => batch.rows.length);
  expect(Math.max(...sizes)).toBeGreaterThan(2 * (sizes[0] ?? 0));
});

test('measures are rounded, and impossible ones unknown, before they are stored or published', async () => {
  const device = await gateways.addDevice(ROOM);
  const browser = await gateways.browser((await gateways.session()).token);
  await browser.ask('watch_fleet', { group_pk: 'all', usage: true });
  using agent = await gateways.agent(device);
  const row = [device.pk, null, 45.68, 1_000, 123, 0, null, null, null, null, 900];
  await eventually(() => {
    agent.socket.emit('system_usage', { ...sample(1e12), hdd_usage: 1e-300, memory_usage: 45.678 });
    const rows = browser.received('system_usage').flatMap((batch) => batch['rows'] as unknown[][]);
    expect(rows.find(([pk]) => pk === device.pk)).toEqual(row);
  });
});

test('a minute has mean and extremes of what was measured; what was not measured is null, not zero', async () => {
  const { redis, company } = gateways;
  let now = 1_200_000;
  const deps = { redis, log: createLog('test', 'silent'), now: () => now };
  using rollup = createMinuteUsageRollup(deps as Parameters<typeof createMinuteUsageRollup>[0]);
  const [measured, blind] = [901 as DevicePk, 902 as DevicePk];
  for (const cpu of [10, null, 40]) rollup.add(company, measured, { ...sample(cpu), hdd_usage: cpu });
  rollup.add(company, blind, { ...sample(null), memory_usage: null });
  now += 60_000;
  await eventually(async () => {
    const entries = await redis.commands.xRevRange(redisKeys.stream(partitionOf(company)), '+', '-', { COUNT: 10 });
    const rollups = (entries ?? [])
      .map(({ id, message }) => parseStreamEntry(id, message))
      .filter((e) => e?.kind === 'usage_rollup');
    expect(rollups[0]?.data).toEqual({
      minute: 1_200_000,
      rows: [
        [measured, 3, 25, 40, 12.34, 12.34, 40, null, null, 900],
        [blind, 1, null, null, null, null, 55.55, null, null, 900],
      ],
      minimums: [
        [measured, 10, 12.34],
        [blind, null, null],
      ],
    });
  });
});
