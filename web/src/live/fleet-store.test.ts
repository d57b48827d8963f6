import { FavouritePk, type DevicePk } from '@vigil/shared/contract/ids';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { array, assert, boolean, constantFrom, integer, property, record, tuple } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fakeDevice } from './fake-device.test-support.ts';
import type { Changes } from './changes.ts';
import type { FleetEvent } from './fleet-events.ts';
import { createFleetStore } from './fleet-store.ts';

const pk = (value: number) => value as DevicePk;
const AT = Date.UTC(2026, 10, 21);

function opened() {
  const onGap = vi.fn<() => void>();
  let flush = () => {};
  const store = createFleetStore({ onGap, schedule: (work) => (flush = work) });
  return { store, onGap, frame: () => flush() };
}

test('the disk is a plain percent, whether it came by HTTP or by socket', () => {
  const { store } = opened();
  store.replace([fakeDevice(1, { hdd_usage: 4_321 })], 1);
  expect(store.get(pk(1))?.hdd_usage).toBe(43.21);
  store.applyUsage({ at: AT, cols: ['device_pk', 'hdd_usage'], rows: [[1, 55.5]] });
  expect(store.get(pk(1))?.hdd_usage).toBe(55.5);
  store.accept({ kind: 'added', seq: 2, device: fakeDevice(2, { hdd_usage: 1_000 }) });
  expect(store.get(pk(2))?.hdd_usage).toBe(10);
});

test('a batch of measures applies without a number, and skips devices that are not known', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  store.applyUsage({
    at: AT,
    cols: ['device_pk', 'cpu_temp', 'cpu_usage'],
    rows: [
      [1, 41, 12.5],
      [9, 1, 1],
    ],
  });
  expect(store.get(pk(1))).toMatchObject({ cpu_temp: 41, cpu_usage: 12.5 });
  expect(store.size).toBe(1);
});

test('a state event tells when it happened', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ kind: 'alive', seq: 2, rows: [[pk(1), 0, AT]] });
  expect(store.get(pk(1))).toMatchObject({ alive: 0, last_disconnected_time: '2026-11-21T00:00:00.000Z' });
});

test('an empty state event keeps the numbers whole for those who may not see what changed', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ kind: 'alive', seq: 2, rows: [] });
  store.accept({ kind: 'changed', seq: 3, device_pk: pk(1), patch: { alias: 'new' } });
  expect(onGap).not.toHaveBeenCalled();
  expect(store.get(pk(1))?.alias).toBe('new');
});

test('subscribers hear once a frame what changed, measures apart from properties', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1), fakeDevice(2)], 1);
  frame();
  const heard: Changes[] = [];
  store.subscribe((changes) => heard.push(changes));
  store.applyUsage({ at: AT, cols: ['device_pk', 'cpu_usage'], rows: [[1, 5]] });
  store.applyUsage({ at: AT, cols: ['device_pk', 'cpu_usage'], rows: [[1, 6]] });
  store.accept({ kind: 'changed', seq: 2, device_pk: pk(2), patch: { memo: 'x' } });
  frame();
  expect(heard).toHaveLength(1);
  expect([...(heard[0]?.usage ?? [])]).toEqual([1]);
  expect([...(heard[0]?.rows ?? [])]).toEqual([2]);
  expect(heard[0]?.membership).toBe(false);
});

test('a poll moves states and measures, and says when there are other devices than ours', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  const { alive: _, ...usage } = { ...fakeDevice(1), fan_speed: null };
  const polled = { ...usage, device_fk: pk(1), alive: 0 as const, hdd_usage: 2_500 };
  expect(store.applyPoll([polled], AT)).toBe(false);
  expect(store.get(pk(1))).toMatchObject({ alive: 0, hdd_usage: 25 });
  expect(store.applyPoll([polled, { ...polled, device_fk: pk(2) }], AT)).toBe(true);
});

test('a favourite is put at once and stays when the device changes', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1)], 1);
  store.mark(pk(1), { pk: FavouritePk.parse(7) });
  store.accept({ kind: 'changed', seq: 2, device_pk: pk(1), patch: { alias: 'new' } });
  frame();
  expect(store.get(pk(1))).toMatchObject({ alias: 'new', favorate: { pk: 7 } });
});

/** What the server does, and what it says about it. */
const change = record({
  kind: constantFrom('alive', 'rename', 'add', 'remove'),
  pk: integer({ min: 1, max: 5 }),
});

function serverHistory(changes: readonly { kind: string; pk: number }[]) {
  let rows = new Map<number, DeviceRow>([1, 2, 3].map((one) => [one, fakeDevice(one)]));
  const snapshots = [[...rows.values()]];
  const events: FleetEvent[] = changes.map(({ kind, pk: target }, index) => {
    const seq = index + 1;
    const device = rows.get(target);
    rows = new Map(rows);
    let event: FleetEvent = { kind: 'alive', seq, rows: [] };
    if (kind === 'add' && !device) {
      rows.set(target, fakeDevice(target));
      event = { kind: 'added', seq, device: fakeDevice(target) };
    } else if (kind === 'remove' && device) {
      rows.delete(target);
      event = { kind: 'removed', seq, device_pk: pk(target) };
    } else if (kind === 'rename' && device) {
      rows.set(target, { ...device, alias: `renamed-${seq}` });
      event = { kind: 'changed', seq, device_pk: pk(target), patch: { alias: `renamed-${seq}` } };
    } else if (kind === 'alive' && device) {
      const alive = device.alive === 1 ? 0 : 1;
      const time = new Date(AT + seq).toISOString();
      const when = alive === 1 ? { last_connected_time: time } : { last_disconnected_time: time };
      rows.set(target, { ...device, alive, ...when });
      event = { kind: 'alive', seq, rows: [[pk(target), alive, AT + seq]] };
    }
    snapshots.push([...rows.values()]);
    return event;
  });
  return { events, snapshots };
}

const stateOf = (devices: Iterable<DeviceRow>) =>
  [...devices]
    .map(({ pk: id, alias, alive, last_connected_time, last_disconnected_time }) => ({
      id,
      alias,
      alive,
      last_connected_time,
      last_disconnected_time,
    }))
    .toSorted((a, b) => a.id - b.id);

test('any interleaving of snapshots and events, with losses and repeats, ends in the state of the server', () => {
  const run = tuple(
    array(change, { maxLength: 24 }),
    array(record({ lost: boolean(), delay: integer({ min: 0, max: 3 }), snapshot: boolean() }), {
      minLength: 24,
      maxLength: 24,
    }),
    integer({ min: 0, max: 24 }),
  );
  assert(
    property(run, ([changes, fates, first]) => {
      const { events, snapshots } = serverHistory(changes);
      let wanted = false;
      const store = createFleetStore({ schedule: () => {}, onGap: () => (wanted = true) });
      const last = events.length;
      const snapshotAt = (seq: number) => store.replace(snapshots[seq] ?? [], seq);

      const arriving = events
        .map((event, index) => ({ event, fate: fates[index], at: index + (fates[index]?.delay ?? 0) }))
        .filter(({ fate }) => !fate?.lost)
        .toSorted((a, b) => a.at - b.at);
      snapshotAt(Math.min(first, last));
      for (const { event, fate } of arriving) {
        store.accept(event);
        if (fate?.snapshot) snapshotAt(event.seq);
      }
      // The heartbeat tells the newest number; a gap is answered with a snapshot, as the connection does.
      store.confirm(last);
      if (wanted || store.seq !== last) snapshotAt(last);
      expect(stateOf(store.all())).toEqual(stateOf(snapshots[last] ?? []));
    }),
    { numRuns: 400 },
  );
});
