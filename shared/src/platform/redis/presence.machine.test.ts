import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { redisTest } from '../../../../tests/support/redis-test.ts';
import { CompanyPk, DevicePk } from '../../contract/ids.ts';
import { parseBusMessage } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import { publishFleetChangeOnce } from '../fleet/outbox.ts';
import { redisKeys, partitionOf } from './keys.ts';
import { renewLease, sweepDeadGateways, takeLease } from './leases.ts';
import {
  readDevicePresence,
  onlineDevices,
  recordSocketTransitions,
  markGatewayDevicesOffline,
  type SocketTransition,
} from './presence.ts';
import type { Redis } from './redis.ts';
import { currentSeq } from './seq.ts';
import { parseStreamEntry } from './stream.ts';

const test = redisTest;
let redis: Redis;
let companies = 0;

test.beforeAll(({ redis: connected }) => {
  redis = connected;
});

const device = DevicePk.parse(1);
const [a, b] = [randomUUID(), randomUUID()];

interface Live {
  t: string;
  seq: number;
  rows: unknown[];
}

/** A company in a partition of its own, and the messages of its channel. */
async function company() {
  const pk = CompanyPk.parse((companies += 1));
  const live: Live[] = [];
  await redis.subscribe(busChannels.company(pk), (text) => {
    // The script writes its messages as text, so the test holds them against the schema.
    const parsed = parseBusMessage(text);
    live.push(parsed.ok ? (parsed.message as Live) : { t: `${parsed.reason}: ${text}`, seq: -1, rows: [] });
  });
  const change = (gateway: string, ...transitions: Partial<SocketTransition>[]) =>
    recordSocketTransitions(
      redis,
      { company: pk, gateway },
      transitions.map((one) => ({ device, online: true, connection: a, at: 100, ...one })),
    );
  const stream = async () => {
    const entries = await redis.commands.xRange(redisKeys.stream(partitionOf(pk)), '-', '+');
    return (entries ?? [])
      .map(({ id, message }) => parseStreamEntry(id, message))
      .filter((entry) => entry?.company === pk);
  };
  const states = () => live.flatMap((event) => event.rows ?? []);
  return { pk, live, change, stream, states };
}

let version = 0;
/** Publishes a numbered change. @returns its sequence number */
async function emit(pk: CompanyPk): Promise<number> {
  const payload = { t: 'device_removed', device_pk: DevicePk.parse(1) } as const;
  await publishFleetChangeOnce(redis, pk, { version: (version += 1), payload });
  return currentSeq(redis, pk);
}

/** Resolves when every message that was published before has been received. */
async function settled({ pk, live }: Awaited<ReturnType<typeof company>>): Promise<void> {
  const seq = await emit(pk);
  await eventually(() => expect(live.at(-1)?.seq).toBe(seq));
}

test('[SEQ-1] presence, stream and channel have a change under the same sequence number', async () => {
  const one = await company();
  await one.change('g1', { at: 5 }, { device: DevicePk.parse(2), connection: b, at: 6 });
  await settled(one);
  const rows = [
    [1, 1, 5, a],
    [2, 1, 6, b],
  ];
  const [entry] = await one.stream();
  expect(entry).toMatchObject({ kind: 'state', company: one.pk, data: rows, seq: one.live[0]?.seq });
  expect(one.live[0]).toMatchObject({ t: 'alive', rows: rows.map((row) => row.slice(0, 3)) });
  expect(await onlineDevices(redis, one.pk)).toEqual(new Set([1, 2]));
  expect(await readDevicePresence(redis, one.pk, device)).toEqual({ gateway: 'g1', connection: a, since: 5 });
});

test('[LEASE-1] a closed socket is offline at once, and only once', async () => {
  const one = await company();
  await one.change('g1', {});
  await one.change('g1', { online: false, at: 200 });
  await one.change('g1', { online: false, at: 300 });
  await settled(one);
  expect(one.states()).toEqual([
    [1, 1, 100],
    [1, 0, 200],
  ]);
  expect(await readDevicePresence(redis, one.pk, device)).toBeNull();
});

test('[LEASE-4] a device that another gateway took over stays online throughout', async () => {
  const one = await company();
  await one.change('g1', {});
  expect(await one.change('g2', { connection: b, at: 200 })).toEqual([{ device, gateway: 'g1', connection: a }]);
  await markGatewayDevicesOffline(redis, one.pk, 'g1');
  await settled(one);
  expect(one.states()).toEqual([[1, 1, 100]]);
  expect((await one.stream()).at(-1)).toMatchObject({ data: [[1, 2, 200, b]] });
  expect(await readDevicePresence(redis, one.pk, device)).toMatchObject({ gateway: 'g2', connection: b });
});

test('[LEASE-6] a late disconnect of a replaced socket changes nothing', async () => {
  const one = await company();
  await one.change('g1', {});
  await one.change('g1', { connection: b, at: 200 });
  await one.change('g1', { online: false, connection: a, at: 300 });
  await one.change('g2', { online: false, connection: b, at: 400 });
  await settled(one);
  expect(one.states()).toEqual([[1, 1, 100]]);
  expect(await readDevicePresence(redis, one.pk, device)).toMatchObject({ connection: b });
});

test('a repeated transition changes nothing and takes no sequence number', async () => {
  const one = await company();
  await one.change('g1', {});
  const before = await currentSeq(redis, one.pk);
  expect(await one.change('g1', {})).toEqual([]);
  expect(await currentSeq(redis, one.pk)).toBe(before);
});

test('[LEASE-3] a lapsed lease takes the devices of the dead gateway offline, and no others', async () => {
  const one = await company();
  const many = Array.from({ length: 1_200 }, (_, i) => ({ device: DevicePk.parse(i + 1), connection: randomUUID() }));
  const [dead, alive] = [randomUUID(), randomUUID()];
  for (const gateway of [dead, alive]) {
    await takeLease(redis, gateway);
    await redis.commands.sAdd(redisKeys.companiesOf(gateway), String(one.pk));
  }
  await one.change(dead, ...many);
  await one.change(alive, { device: DevicePk.parse(5_000), connection: b }, { ...many[0], connection: b });
  expect(await sweepDeadGateways(redis)).toBe(0);
  await redis.commands.del(redisKeys.lease(dead));
  expect(await renewLease(redis, dead)).toBe(false);
  // Several processes sweep at once.
  await Promise.all([sweepDeadGateways(redis), sweepDeadGateways(redis)]);
  await settled(one);
  expect(await onlineDevices(redis, one.pk)).toEqual(new Set([1, 5_000]));
  const gone = one.states().filter((row) => Array.isArray(row) && row[1] === 0);
  expect(gone).toHaveLength(1_199);
  expect(await renewLease(redis, alive)).toBe(true);
});

test('[SEQ-2] changes of every kind share one sequence without a gap', async () => {
  const one = await company();
  const first = await emit(one.pk);
  await one.change('g1', {});
  await emit(one.pk);
  await settled(one);
  expect(one.live.map((event) => event.seq)).toEqual([0, 1, 2, 3].map((n) => first + n));
});

test('[SEQ-5] a lost counter restarts above every number that it issued', async () => {
  const one = await company();
  for (let i = 0; i < 50; i += 1) await emit(one.pk);
  const before = await currentSeq(redis, one.pk);
  await redis.commands.del(redisKeys.seq(one.pk));
  const after = await emit(one.pk);
  expect(after).toBeGreaterThan(before);
  expect(Number.isSafeInteger(after)).toBe(true);
  expect(await emit(one.pk)).toBe(after + 1);
});

test('a foreign or malformed entry is null, and never throws', () => {
  const good = { kind: 'state', company: '1', seq: '7', data: `[[1,1,5,"${a}"]]` };
  expect(parseStreamEntry('1-0', good)).toMatchObject({ seq: 7, data: [[1, 1, 5, a]] });
  const bad = [{}, { kind: 'toString' }, { data: '{' }, { data: '[[1,9,5,"x"]]' }, { company: 'x' }, { company: '' }];
  for (const more of bad) {
    const fields = Object.keys(more).length === 0 ? {} : { ...good, ...more };
    expect(parseStreamEntry('1-0', fields as Record<string, string>)).toBeNull();
  }
});
