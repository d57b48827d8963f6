import { randomUUID } from 'node:crypto';
import { CommandId, CompanyPk, type DevicePk } from '@vigil/shared/contract/ids';
import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { createLog } from '@vigil/shared/platform/log';
import { redisKeys, partitionOf } from '@vigil/shared/platform/redis/keys';
import { appendToPartitionStream, type StreamPayloadByKind } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { maintainUsagePartitions } from '../housekeeping/partitions.ts';
import { workersTest } from '../testing/fixture.ts';
import type { WorkersTestContext } from '../testing/test-workers.ts';
import { consumeStream, streamsOf } from './consume.ts';
import { createDeadLetters, type DeadLetters } from './dead-letters.ts';
import { createEntryBatchPersister } from './persist.ts';
import type { PersistEntries } from './persist.ts';
import { MAX_READ_BYTES } from './read-bounded.ts';

const test = workersTest();
let workers: WorkersTestContext;
let device: DevicePk;
let consumer: AsyncDisposable;
let deadLetters: DeadLetters;
const live: Record<string, unknown>[] = [];

/** Reads the streams of a company, as a worker does. */
async function consume(company: CompanyPk, persist: PersistEntries): Promise<AsyncDisposable> {
  const streams = streamsOf(partitionOf(company));
  const consumers = await Promise.all(
    streams.map((stream) => consumeStream(workers.deps, stream, { persist, deadLetters })),
  );
  const stack = new AsyncDisposableStack();
  for (const one of consumers) stack.use(one);
  return stack;
}

test.beforeAll(async ({ workers: started, device: added }) => {
  [workers, device] = [started, added];
  const { deps, company } = workers;
  await deps.redis.subscribe(busChannels.company(company), (text) =>
    live.push(JSON.parse(text) as Record<string, unknown>),
  );
  deadLetters = createDeadLetters(deps);
  consumer = await consume(company, createEntryBatchPersister(deps));
});
test.afterAll(() => consumer[Symbol.asyncDispose]());

const systemInfo = (more: object = {}, of = device): StreamPayloadByKind['system_info'] => ({
  device: of,
  systemInfo: {
    protocol: 1,
    system_time: '2026-01-01T00:00:00Z',
    running_time: 1,
    time_zone: 'UTC',
    user_os_str: 'Debian 13',
    cs_ver: '1.0.0',
    s_pri_ip: '10.0.0.1',
    s_pub_ip: '192.0.2.1',
    ip_addr: '10.0.0.1',
    netmask: '255.255.255.0',
    gateway: '10.0.0.254',
    dns: '10.0.0.254',
    mac_addr: '02:00:00:00:00:01',
    bios: 'B',
    processor: 'P',
    ...more,
  },
});
const report = (more: object = {}, of = device) =>
  appendToPartitionStream(workers.deps.redis, {
    company: workers.company,
    kind: 'system_info',
    data: systemInfo(more, of),
  });
const read = async (column: string, of = device) => {
  const [row] = await workers.deps.database.asSystem((tx) =>
    tx.execute(sql`select ${sql.raw(column)} as value from devices where pk = ${of}`),
  );
  return row?.['value'];
};
const pending = async () => {
  const stream = redisKeys.stream(partitionOf(workers.company));
  return [
    await workers.deps.redis.commands.xLen(stream),
    (await workers.deps.redis.commands.xPending(stream, 'persist')).pending,
  ];
};

test('[SEQ-11] system information is written only if it changed, and published only if a list shows it', async () => {
  const own = await workers.addDevice();
  const published = () => live.filter((event) => event['t'] === 'device_changed' && event['device_pk'] === own);
  await report({}, own);
  await eventually(async () => expect(await read('bios', own)).toBe('B'));
  await eventually(() => expect(published()).toHaveLength(1));
  await report({ system_time: '2026-01-01T00:01:00Z', running_time: 61 }, own);
  await report({ processor: 'Q' }, own);
  await eventually(async () => expect(await read('processor', own)).toBe('Q'));
  await report({ processor: 'Q', s_pri_ip: '10.0.0.2' }, own);
  await eventually(() => expect(live.at(-1)?.['patch']).toEqual({ s_pri_ip: '10.0.0.2' }));
  expect(published()).toHaveLength(2);
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
});

test('entries that cannot be parsed or stored do not block later ones', async () => {
  const { redis } = workers.deps;
  const stream = redisKeys.stream(partitionOf(workers.company));
  const company = String(workers.company);
  for (const bad of [
    { kind: 'system_info', company, data: '{"device":' },
    { kind: 'system_info', company: 'none', data: JSON.stringify(systemInfo()) },
    { kind: 'state', company, seq: '1', data: '[["x"]]' },
    { kind: 'constructor', company, data: '{}' },
    // These fit their schemas, but no column can store them.
    { kind: 'system_info', company, data: JSON.stringify(systemInfo({ bios: 'a\u0000b' })) },
    { kind: 'state', company, seq: '1', data: `[[${device},1,1e300,"${randomUUID()}"]]` },
    { kind: 'usage_rollup', company, data: `{"minute":1e15,"rows":[[${device},1,1,1,1,1,1,1,1,1]]}` },
  ]) {
    await redis.commands.xAdd(stream, '*', bad);
  }
  await report({ bios: 'later' });
  await eventually(async () => expect(await read('bios')).toBe('later'));
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
});

test('progress of a command does not wait for a batch of other changes', async () => {
  const { deps } = workers;
  const company = CompanyPk.parse(workers.company + 3);
  const kinds: string[] = [];
  const { promise: written, resolve: release } = Promise.withResolvers<void>();
  const persist: PersistEntries = async (entries) => {
    for (const { kind } of entries) kinds.push(kind);
    // A batch that takes as long as the test wants.
    if (entries.some(({ kind }) => kind === 'inventory')) await written;
  };
  await using _fourth = await consume(company, persist);
  const inventory = { device, inventory: { hardware: [], software: [] } };
  await appendToPartitionStream(deps.redis, { company, kind: 'inventory', data: inventory });
  await eventually(() => expect(kinds).toEqual(['inventory']));
  const progress = { id: CommandId.parse(randomUUID()), state: 'done' as const };
  await appendToPartitionStream(deps.redis, { company, kind: 'command', data: { device, progress, at: Date.now() } });
  await eventually(() => expect(kinds).toEqual(['inventory', 'command']));
  release();
});

test('while Redis refuses the reader of a stream, its log has one line, and it goes on afterwards', async () => {
  const { redis } = workers.deps;
  const company = CompanyPk.parse(workers.company + 4);
  const [stream] = streamsOf(partitionOf(company));
  if (!stream) throw new Error('a partition has no stream');
  // Every call is refused, because a text is no stream.
  await redis.commands.set(stream.key, 'text');
  const refusals = async () =>
    Number(/^cmdstat_xgroup\|create:.*failed_calls=(\d+)/mu.exec(await redis.commands.info('commandstats'))?.[1] ?? 0);
  const before = await refusals();
  const lines: string[] = [];
  const log = createLog('workers', 'warn', { write: (line) => void lines.push(line) });
  const handled: string[] = [];
  const persist: PersistEntries = async (entries) => void handled.push(...entries.map(({ kind }) => kind));
  await using _fifth = await consumeStream({ redis, log }, stream, { persist, deadLetters });
  await eventually(async () => expect(await refusals()).toBeGreaterThanOrEqual(before + 4));
  await redis.commands.del(stream.key);
  const inventory = { device, inventory: { hardware: [], software: [] } };
  await appendToPartitionStream(redis, { company, kind: 'inventory', data: inventory });
  await eventually(() => expect(handled).toEqual(['inventory']));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ msg: 'stream paused', key: stream.key }]);
});

test('the last process list of a device is stored, and goes with the device', async () => {
  const { deps, company } = workers;
  const pk = await workers.addDevice();
  const list = (at: number, name: string) =>
    appendToPartitionStream(deps.redis, {
      company,
      kind: 'processes',
      data: { device: pk, at, rows: [{ name, pid: 7, cpu_usage: 1.5, memory_usage: null }] },
    });
  const stored = () =>
    deps.database.asSystem((tx) =>
      tx.execute(sql`select (extract(epoch from at) * 1000)::float8 as at, rows->0->>'name' as name from device_processes
        where device_fk = ${pk}`),
    );
  await list(2_000, 'newer');
  await list(1_000, 'older, and late');
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
  expect(await stored()).toEqual([{ at: 2_000, name: 'newer' }]);
  await list(3_000, 'newest');
  await eventually(async () => expect(await stored()).toEqual([{ at: 3_000, name: 'newest' }]));
  await deps.database.asSystem((tx) => tx.execute(sql`delete from devices where pk = ${pk}`));
  await list(4_000, 'of a device that is gone');
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
  expect(await stored()).toEqual([]);
});

test('the last inventory of a device is stored', async () => {
  const entry = (name: string) => ({
    company: workers.company,
    kind: 'inventory' as const,
    data: { device, inventory: { hardware: [{ name, description: 'd' }], software: [] } },
  });
  await appendToPartitionStream(workers.deps.redis, entry('first'));
  await appendToPartitionStream(workers.deps.redis, entry('last'));
  await eventually(async () => expect(await read('hardware')).toEqual([{ name: 'last', description: 'd' }]));
});

test('a read is bounded in bytes, and every entry is handled once', async () => {
  const { deps } = workers;
  // A company in another partition, which the consumer above does not read.
  const company = CompanyPk.parse(workers.company + 1);
  const text = 'x'.repeat(500);
  const software = Array.from({ length: 200 }, () => ({
    name: text,
    company: text,
    install_date: '',
    version: '',
    description: text,
  }));
  const count = 60;
  const append = (hardware: string) => {
    const data = { device, inventory: { hardware: [{ name: hardware, description: '' }], software } };
    return appendToPartitionStream(deps.redis, { company, kind: 'inventory', data });
  };
  await Promise.all(Array.from({ length: count }, (_, i) => append(String(i))));
  const batches: { ids: string[]; bytes: number }[] = [];
  const persist: PersistEntries = async (entries) => {
    const bytes = entries.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    batches.push({ ids: entries.map(({ id }) => id), bytes });
  };
  await using _second = await consume(company, persist);
  const ids = () => batches.flatMap((batch) => batch.ids);
  await eventually(() => expect(ids()).toHaveLength(count));
  expect(new Set(ids()).size).toBe(count);
  const largest = Math.max(...batches.map(({ bytes }) => bytes));
  expect(largest).toBeLessThan(MAX_READ_BYTES + 9 * MAX_SOCKET_PACKET_BYTES);
});

test('entries that a dead worker left are taken over, bounded in bytes too', async () => {
  const { deps } = workers;
  const company = CompanyPk.parse(workers.company + 2);
  const stream = redisKeys.stream(partitionOf(company));
  const data = { device, inventory: { hardware: [], software: [] } };
  const count = 1_200;
  for (let i = 0; i < count; i += 1) await appendToPartitionStream(deps.redis, { company, kind: 'inventory', data });
  await deps.redis.commands.xGroupCreate(stream, 'persist', '0', { MKSTREAM: true });
  await deps.redis.commands.xReadGroup('persist', 'dead', { key: stream, id: '>' }, { COUNT: count });
  // Idle for longer than a worker waits before it takes entries over.
  const left = await deps.redis.commands.xRange(stream, '-', '+');
  const ids = (left ?? []).map(({ id }) => id);
  await deps.redis.commands.xClaim(stream, 'persist', 'dead', 0, ids, { IDLE: 60_000 });
  let handled = 0;
  const persist: PersistEntries = async (entries) => void (handled += entries.length);
  await using _third = await consume(company, persist);
  await eventually(() => expect(handled).toBe(count));
  await eventually(async () => expect(await deps.redis.commands.xLen(stream)).toBe(0));
});

const letters = async () => {
  const found = await workers.deps.redis.commands.xRange(redisKeys.deadLetters(partitionOf(workers.company)), '-', '+');
  return (found ?? []).map(({ message }) => message);
};

test('[ISOLATE-1] a row that the database refuses loses no other row of its batch, and is kept aside', async () => {
  const { deps, company } = workers;
  const [good, bad, last] = [await workers.addDevice(), await workers.addDevice(), await workers.addDevice()];
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  await maintainUsagePartitions(deps, 30);
  const row = (pk: DevicePk, hdd: number): StreamPayloadByKind['usage_rollup']['rows'][number] => [
    ...([pk, 1, 1, 1, 1, 1] as const),
    hdd,
    ...([1, 1, 1] as const),
  ];
  const before = (await letters()).length;
  // One entry has the minute of all devices of a company.
  const rows = [row(good, 50), row(bad, 1e-300), row(last, 60)];
  await appendToPartitionStream(deps.redis, {
    company,
    kind: 'usage_rollup',
    data: { minute, rows, minimums: [[good, 0.5, null]] },
  });
  const stored = async () =>
    (
      await deps.database.asSystem((tx) =>
        tx.execute<{ device_fk: number }>(
          sql`select device_fk from usage_minutes where device_fk in (${good}, ${bad}, ${last}) order by device_fk`,
        ),
      )
    ).map((one) => one.device_fk);
  await eventually(async () => expect(await stored()).toEqual([good, last]));
  const [least] = await deps.database.asSystem((tx) =>
    tx.execute(sql`select cpu_min, memory_min, memory_avg from usage_minutes where device_fk = ${good}`),
  );
  expect(least).toEqual({ cpu_min: 0.5, memory_min: null, memory_avg: 1 });
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
  const kept = (await letters()).slice(before);
  expect(kept).toMatchObject([{ kind: 'usage_rollup', company: String(company), reason: 'refused' }]);
  expect(JSON.parse(kept[0]?.['data'] ?? '')).toMatchObject({ rows: [[bad, 1, 1, 1, 1, 1, 1e-300, 1, 1, 1]] });
  expect(await deps.metrics.render()).toContain(
    'vigil_stream_rows_rejected_total{kind="usage_rollup",reason="refused"',
  );
});

test('[ISOLATE-1] presence, inventories and system information of other devices are written too', async () => {
  const { deps, company } = workers;
  const [good, bad] = [await workers.addDevice(), await workers.addDevice()];
  const connection = randomUUID();
  const data = `[[${bad},1,1e300,"${randomUUID()}"],[${good},1,${Date.now()},"${connection}"]]`;
  const stream = redisKeys.stream(partitionOf(company));
  await deps.redis.commands.xAdd(stream, '*', { kind: 'state', company: String(company), seq: '900', data });
  const inventory = (pk: DevicePk, name: string) => ({
    device: pk,
    inventory: { hardware: [{ name, description: '' }], software: [] },
  });
  await appendToPartitionStream(deps.redis, { company, kind: 'inventory', data: inventory(bad, 'a\u0000b') });
  await appendToPartitionStream(deps.redis, { company, kind: 'inventory', data: inventory(good, 'cpu') });
  const info = (pk: DevicePk, more: object) => systemInfo(more, pk);
  await appendToPartitionStream(deps.redis, { company, kind: 'system_info', data: info(bad, { bios: 'a\u0000b' }) });
  await appendToPartitionStream(deps.redis, { company, kind: 'system_info', data: info(good, { bios: 'fine' }) });
  const row = async (pk: DevicePk) => {
    const [found] = await deps.database.asSystem((tx) =>
      tx.execute(sql`select alive, bios, hardware from devices where pk = ${pk}`),
    );
    return found;
  };
  await eventually(async () => expect(await pending()).toEqual([0, 0]));
  expect(await row(good)).toEqual({ alive: 1, bios: 'fine', hardware: [{ name: 'cpu', description: '' }] });
  expect(await row(bad)).toMatchObject({ alive: 0 });
  const kinds = (await letters()).slice(-3).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['state', 'inventory', 'system_info']));
});
