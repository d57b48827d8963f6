import { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { readProfile } from '@vigil/shared/contract/routes/accounts';
import { listDevices, readFleetSummary, listLatestUsage } from '@vigil/shared/contract/routes/devices';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kindOf, live, LONG_MS, opened } from './connection.test-support.ts';
import { columnsOf, fakeDevice } from './fake-device.test-support.ts';
import type { FleetDevicesSnapshot } from './fleet-snapshot.ts';
import { HEARTBEAT_INTERVAL_MS } from './heartbeat.ts';
import { POLL_FOCUSED_MS } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rename = (seq: number, alias: string) => ({ seq, device_pk: DevicePk.parse(1), patch: { alias } });

test('[SEQ-4] a connection asks for a snapshot, and so does every one after it', async () => {
  const all = opened();
  all.wire.open();
  await all.settle();
  expect(kindOf(all)).toBe('live');
  expect(all.calls).toEqual([listDevices.path]);
  expect(all.connection.store.size).toBe(2);
  all.wire.close('transport close');
  await all.settle();
  all.calls.length = 0;
  all.wire.open();
  await all.settle();
  expect(all.calls).toEqual([listDevices.path]);
});

test('[SEQ-4] a gap asks for a snapshot, once for many events', async () => {
  const { calls, wire, server, connection, settle } = await live();
  server.seq = 9;
  for (const seq of [7, 8, 9]) wire.receive('device_changed', rename(seq, `name-${seq}`));
  await settle(LONG_MS);
  expect([calls, connection.store.seq]).toEqual([[listDevices.path], 9]);
});

test('[SEQ-3] what arrives while a snapshot is read is applied to it', async () => {
  const all = opened();
  const { list } = all.server;
  all.server.list = () => {
    all.wire.receive('device_changed', rename(6, 'during the reading'));
    all.wire.receive('frame_formats', { rows: [[DevicePk.parse(1), 'webp']] });
    return list();
  };
  all.wire.open();
  await all.settle();
  const { store } = all.connection;
  expect([all.calls, store.seq]).toEqual([[listDevices.path], 6]);
  expect(store.get(DevicePk.parse(1))).toMatchObject({ alias: 'during the reading', _ext: 'webp' });
});

const earlyAt = (seq: number) => Promise.resolve({ rows: [fakeDevice(1), fakeDevice(2)], seq });

test('an early snapshot is shown before there is a connection, and not read again when it is current', async () => {
  const all = opened({ early: earlyAt(5) });
  await all.settle();
  expect(all.connection.store.size).toBe(2);
  all.wire.open();
  all.wire.receive('device_changed', rename(6, 'after the subscription'));
  await all.settle(LONG_MS);
  expect(all.calls).toEqual([]);
  expect(all.connection.store.get(DevicePk.parse(1))?.alias).toBe('after the subscription');
});

test('[SEQ-4] an early snapshot that is older than the connection is read again', async () => {
  const all = opened({ early: earlyAt(4) });
  all.wire.open();
  await all.settle(LONG_MS);
  expect(all.calls).toEqual([listDevices.path]);
  expect(all.connection.store.seq).toBe(5);
});

test('an early snapshot that cannot be read is read by the connection', async () => {
  const all = opened({ early: Promise.reject(new Error('unreachable')) });
  all.wire.open();
  await all.settle();
  expect(all.calls).toEqual([listDevices.path]);
});

test('the list of an earlier visit is shown with its age until there is a newer one', async () => {
  const reading = Promise.withResolvers<FleetDevicesSnapshot>();
  const cached = { rows: [fakeDevice(1), fakeDevice(9)], seq: 2, at: 1_000 };
  const { connection, calls, wire, server, settle } = opened({ early: reading.promise, cached });
  const { store, cachedAt } = connection;
  await settle();
  expect([[...store.all()].map(({ pk }) => pk), cachedAt.get()]).toEqual([[1, 9], 1_000]);
  // What was missed since then is in the snapshot that is being read.
  wire.open();
  await settle(LONG_MS);
  expect([calls, cachedAt.get()]).toEqual([[], 1_000]);
  reading.resolve({ rows: [fakeDevice(1), fakeDevice(2)], seq: server.seq });
  await settle(LONG_MS);
  expect([[...store.all()].map(({ pk }) => pk), cachedAt.get(), store.seq]).toEqual([[1, 2], null, server.seq]);
  expect(calls).toEqual([]);
  connection.stop();
});

test('without an early snapshot the list of an earlier visit is replaced by one that the connection reads', async () => {
  const cached = { rows: [fakeDevice(9)], seq: 5, at: 1_000 };
  const all = opened({ early: Promise.reject(new Error('unreachable')), cached });
  all.wire.open();
  await all.settle(LONG_MS);
  const { store, cachedAt } = all.connection;
  expect([[...store.all()].map(({ pk }) => pk), cachedAt.get()]).toEqual([[1, 2], null]);
  all.connection.stop();
});

test('[SEQ-4] after a reconnection a snapshot is read, also where the first one was early', async () => {
  const all = opened({ early: earlyAt(5) });
  all.wire.open();
  await all.settle();
  all.wire.close('transport close');
  await all.settle();
  all.calls.length = 0;
  all.wire.open();
  await all.settle();
  expect(all.calls).toEqual([listDevices.path]);
});

test('the heartbeat checks the number without subscribing again', async () => {
  const { calls, wire, settle } = await live();
  await settle(2 * HEARTBEAT_INTERVAL_MS + LONG_MS);
  expect(wire.sent).toEqual(['sync_check', 'sync_check']);
  expect(calls).toEqual([]);
});

test('[SEQ-4] the heartbeat finds a missed last event', async () => {
  const { calls, server, settle } = await live();
  server.seq = 6;
  await settle(HEARTBEAT_INTERVAL_MS + LONG_MS);
  expect(calls).toEqual([listDevices.path]);
});

test('an event that arrives just after the heartbeat was not missed', async () => {
  const { calls, wire, server, settle } = await live();
  server.seq = 6;
  await settle(HEARTBEAT_INTERVAL_MS);
  wire.receive('device_changed', rename(6, 'late'));
  await settle(LONG_MS);
  expect(calls).toEqual([]);
});

test('changes of groups and moves of devices read nothing again', async () => {
  const { calls, wire, connection, settle } = await live();
  const to = GroupPk.parse(7);
  wire.receive('devices_moved', { seq: 6, pks: [DevicePk.parse(2)], to, group_name: 'Lab' });
  wire.receive('group_changed', { seq: 7, removed: [GroupPk.parse(3)] });
  wire.receive('group_changed', { seq: 8 });
  await settle(LONG_MS);
  expect(connection.store.get(DevicePk.parse(2))?.device_group_fk).toBe(7);
  expect(connection.store.seq).toBe(8);
  expect(calls).toEqual([]);
});

test('a lost connection is bridged by polling until it is back', async () => {
  const all = await live();
  all.wire.close('transport close');
  expect(kindOf(all)).toBe('connecting');
  await all.settle();
  expect(all.connection.state.get()).toMatchObject({ reason: 'disconnected', everyMs: POLL_FOCUSED_MS });
  expect(all.calls).toContain(listLatestUsage.path);
  all.wire.open();
  await all.settle();
  all.calls.length = 0;
  await all.settle(3 * POLL_FOCUSED_MS);
  expect(kindOf(all)).toBe('live');
  expect(all.calls).not.toContain(readFleetSummary.path);
});

test('without an answer over HTTP either, the screen is offline, and polls however rarely measures are wanted', async () => {
  const all = await live();
  all.server.reachable = false;
  all.connection.setRefresh({ isOn: true, intervalMs: 3_600_000 });
  all.wire.close('transport close');
  await all.settle();
  expect(kindOf(all)).toBe('offline');
  all.server.reachable = true;
  await all.settle(POLL_FOCUSED_MS);
  expect(all.connection.state.get()).toMatchObject({ kind: 'polling', everyMs: POLL_FOCUSED_MS });
});

const measured = (pk: number, cpu_usage: number, alive: 0 | 1 = 1) => ({
  device_fk: DevicePk.parse(pk),
  alive,
  cpu_usage,
});

test('without a socket, states are read every 12 s and measures as often as the user wants them', async () => {
  const all = await live();
  all.connection.setRefresh({ isOn: true, intervalMs: 5 * POLL_FOCUSED_MS });
  all.server.usage = [measured(1, 10), measured(2, 10)];
  all.wire.close('transport close');
  await all.settle();
  const shown = () => [...all.connection.store.all()].map(({ isOnline, cpu_usage }) => [isOnline, cpu_usage]);
  expect(shown()).toEqual([
    [true, 10],
    [true, 10],
  ]);
  all.server.usage = [measured(1, 20), measured(2, 20, 0)];
  await all.settle(POLL_FOCUSED_MS);
  expect(shown()).toEqual([
    [true, 10],
    [false, null],
  ]);
  await all.settle(3 * POLL_FOCUSED_MS);
  expect(shown()[0]).toEqual([true, 10]);
  await all.settle(POLL_FOCUSED_MS);
  expect(shown()[0]).toEqual([true, 20]);
});

test('a first connection that takes long is bridged by reading over HTTP', async () => {
  const all = opened();
  await all.settle(1_000);
  expect(all.calls).toEqual([]);
  await all.settle(1_000);
  expect(all.calls).toEqual([listDevices.path]);
  expect(all.connection.state.get()).toMatchObject({ kind: 'polling', reason: 'slow' });
});

test('an unanswered subscription is bridged by polling, and sent again on another socket', async () => {
  const all = opened();
  const { connects } = all.wire.state;
  all.server.answers = false;
  all.wire.open();
  await all.settle();
  expect(all.connection.state.get()).toMatchObject({ kind: 'polling', reason: 'unanswered' });
  all.server.answers = true;
  await all.settle(HEARTBEAT_INTERVAL_MS);
  expect([all.wire.state.connected, all.wire.state.connects]).toEqual([false, connects + 1]);
  expect(all.watched).toHaveLength(1);
  all.wire.open();
  await all.settle(HEARTBEAT_INTERVAL_MS + LONG_MS);
  expect(kindOf(all)).toBe('live');
  expect(all.connection.store.seq).toBe(5);
  expect(all.wire.state.connects).toBe(connects + 1);
});

test('a change of the subscription that is not answered opens another socket', async () => {
  const all = await live();
  const { connects } = all.wire.state;
  all.server.answers = false;
  all.connection.setRefresh({ isOn: false, intervalMs: 2_000 });
  await all.settle(HEARTBEAT_INTERVAL_MS);
  expect(all.wire.state.connects).toBe(connects + 1);
  all.server.answers = true;
  all.wire.open();
  await all.settle();
  expect(kindOf(all)).toBe('live');
  expect(all.watched.at(-1)).toEqual({ group_pk: 'all', usage: false });
});

test('a refused subscription is sent again on the same socket', async () => {
  const all = opened();
  const { connects } = all.wire.state;
  all.server.refuses = true;
  all.wire.open();
  await all.settle();
  expect(kindOf(all)).toBe('polling');
  all.server.refuses = false;
  await all.settle(HEARTBEAT_INTERVAL_MS);
  expect(kindOf(all)).toBe('live');
  expect([all.watched.length, all.wire.state.connects]).toEqual([2, connects]);
});

test('a refused session is checked over HTTP, and connected again when it still exists', async () => {
  const all = await live();
  const { connects } = all.wire.state;
  all.server.session = false;
  all.wire.refuse('session_invalid');
  all.wire.refuse('session_invalid');
  await all.settle();
  expect(all.calls.filter((path) => path === readProfile.path)).toHaveLength(1);
  all.server.session = true;
  await all.settle(3_000);
  expect(all.wire.state.connects).toBe(connects);
  await all.settle(3_000);
  expect(all.wire.state.connects).toBe(connects + 1);
});

test('a stopped connection neither polls nor reads', async () => {
  const all = await live();
  all.connection.stop();
  await all.settle(3 * POLL_FOCUSED_MS);
  expect([all.calls, all.wire.sent]).toEqual([[], []]);
});

test('changed rights are followed by a new connection at once, and by another snapshot', async () => {
  const all = await live();
  const { connects } = all.wire.state;
  all.wire.receive('rights_changed', {});
  all.wire.close('io client disconnect');
  expect(all.wire.state.connects).toBe(connects + 1);
  all.server.list = () => ({ objects: columnsOf([fakeDevice(2)]), meta: { seq: all.server.seq } });
  all.wire.open();
  await all.settle();
  expect([...all.connection.store.all()].map(({ pk }) => pk)).toEqual([2]);
});

test('[SEQ-4] a company that its licence has blocked is watched again when that is over', async () => {
  const all = await live();
  Object.assign(all.server, { refuses: true, seq: 9 });
  all.wire.receive('licence_changed', {});
  await all.settle();
  expect(kindOf(all)).toBe('polling');
  all.server.refuses = false;
  all.wire.receive('licence_changed', {});
  await all.settle();
  expect([kindOf(all), all.connection.store.seq]).toEqual(['live', 9]);
});

test('measures that the user has paused are neither sent nor applied, but states are', async () => {
  const { calls, watched, wire, connection, settle } = await live();
  watched.length = 0;
  connection.setRefresh({ isOn: false, intervalMs: 2_000 });
  wire.close('transport close');
  wire.open();
  await settle(LONG_MS);
  expect(watched).toEqual(Array.from({ length: 2 }, () => ({ group_pk: 'all', usage: false })));
  const { store } = connection;
  const before = store.get(DevicePk.parse(1))?.cpu_usage;
  const { alive: _, ...row } = { ...fakeDevice(1), fan_speed: null, cpu_usage: 77 };
  const poll = { at: Date.now(), seq: 9, measures: false };
  store.applyPoll([{ ...row, device_fk: DevicePk.parse(1), alive: 1 }], poll);
  expect(store.get(DevicePk.parse(1))).toMatchObject({ isOnline: true, cpu_usage: before });
  store.applyPoll([{ ...row, device_fk: DevicePk.parse(1), alive: 0 }], poll);
  expect(store.get(DevicePk.parse(1))).toMatchObject({ isOnline: false, cpu_usage: null });

  calls.length = 0;
  connection.setRefresh({ isOn: true, intervalMs: 2_000 });
  await settle(LONG_MS);
  expect(watched.at(-1)).toEqual({ group_pk: 'all', usage: true });
  expect(calls).toEqual([listDevices.path]);
});

test('a connection that was closed over its budget comes back after the time that the server names', async () => {
  const { wire, connection, settle } = await live();
  const before = wire.state.connects;
  wire.receive('rate_limited', { event: null, retry_after_ms: 30_000 });
  expect(wire.state.connected).toBe(false);
  wire.close('io client disconnect');
  expect(connection.state.get().kind).not.toBe('live');
  await settle(29_000);
  expect(wire.state.connects).toBe(before);
  await settle(10_000);
  expect(wire.state.connects).toBe(before + 1);
});

test('subscriptions whose messages were dropped are renewed after the time that the server names, once', async () => {
  const { wire, connection, settle } = await live();
  let renewed = 0;
  connection.onSync(() => (renewed += 1));
  for (let n = 0; n < 3; n += 1) wire.receive('rate_limited', { event: 'watch_thumbnails', retry_after_ms: 4_000 });
  await settle(3_000);
  expect(renewed).toBe(0);
  await settle(4_000);
  expect(renewed).toBe(1);
});
