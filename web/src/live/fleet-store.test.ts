import type { ListedDevice } from '@vigil/shared/contract/device-columns';
import { FavouritePk, GroupPk, type DevicePk } from '@vigil/shared/contract/ids';
import { expect, test, vi } from 'vitest';
import type { FleetDelta } from './changes.ts';
import { fakeDevice } from './fake-device.test-support.ts';
import { createFleetStore } from './fleet-store.ts';

const pk = (value: number) => value as DevicePk;
const AT = Date.UTC(2026, 10, 21);

function opened() {
  const onGap = vi.fn<() => void>();
  let flush = () => {};
  const store = createFleetStore({ onGap, schedule: (work) => (flush = work) });
  return { store, onGap, frame: () => flush() };
}

test('the disk usage is a plain percentage, from HTTP and from the socket', () => {
  const { store } = opened();
  store.replace([fakeDevice(1, { hdd_usage: 4_321 })], 1);
  expect(store.get(pk(1))?.hdd_usage).toBe(43.21);
  store.applyUsage({ at: AT, cols: ['device_pk', 'hdd_usage'], rows: [[1, 55.5]] });
  expect(store.get(pk(1))?.hdd_usage).toBe(55.5);
  store.accept({ type: 'device_added', seq: 2, device: fakeDevice(2, { hdd_usage: 1_000 }) });
  expect(store.get(pk(2))?.hdd_usage).toBe(10);
});

test('a row of a server or a cache of the version before has no tags', () => {
  const { store } = opened();
  const { tags: _, ...old } = fakeDevice(1);
  store.replace([old as unknown as ListedDevice], 1);
  expect(store.get(pk(1))?.tags).toEqual([]);
});

test('a batch of measures applies without a number, and skips unknown devices', () => {
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

test('a state event carries the time of the change', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ type: 'alive', seq: 2, rows: [[pk(1), 0, AT]] });
  expect(store.get(pk(1))).toMatchObject({ isOnline: false, last_disconnected_time: '2026-11-21T00:00:00.000Z' });
});

test('the measures of a device that goes offline are gone, as they are from a snapshot', () => {
  const { store } = opened();
  store.replace([fakeDevice(1, { cpu_usage: 97.9, hdd_usage: 6_590 })], 1);
  store.accept({ type: 'alive', seq: 2, rows: [[pk(1), 0, AT]] });
  store.applyUsage({ at: AT, cols: ['device_pk', 'cpu_usage'], rows: [[1, 55.5]] });
  expect(store.get(pk(1))).toMatchObject({ cpu_usage: null, hdd_usage: null });
  store.accept({ type: 'alive', seq: 3, rows: [[pk(1), 1, AT]] });
  expect(store.get(pk(1))).toMatchObject({ isOnline: true, cpu_usage: null });
});

test('an empty state event keeps the numbers consecutive for viewers without access to the change', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ type: 'alive', seq: 2, rows: [] });
  store.accept({ type: 'device_changed', seq: 3, device_pk: pk(1), patch: { alias: 'new' } });
  expect(onGap).not.toHaveBeenCalled();
  expect(store.get(pk(1))?.alias).toBe('new');
});

test('[SEQ-11] the same change of several devices is applied to each of them', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1), fakeDevice(2)], 1);
  store.accept({ type: 'devices_changed', seq: 2, pks: [pk(1), pk(2), pk(3)], patch: { config_version: 7 } });
  expect([1, 2].map((one) => store.get(pk(one))?.config_version)).toEqual([7, 7]);
  expect(store.size).toBe(2);
  expect(onGap).not.toHaveBeenCalled();
});

test('subscribers are notified once a frame, of measures apart from properties', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1), fakeDevice(2)], 1);
  frame();
  const received: FleetDelta[] = [];
  store.subscribe((changes) => received.push(changes));
  store.applyUsage({ at: AT, cols: ['device_pk', 'cpu_usage'], rows: [[1, 5]] });
  store.applyUsage({ at: AT, cols: ['device_pk', 'cpu_usage'], rows: [[1, 6]] });
  store.accept({ type: 'device_changed', seq: 2, device_pk: pk(2), patch: { memo: 'x' } });
  frame();
  expect(received).toHaveLength(1);
  expect([...(received[0]?.usage ?? [])]).toEqual([1]);
  expect([...(received[0]?.rows ?? [])]).toEqual([2]);
  expect(received[0]?.membership).toBe(false);
});

test('the format of a frame that came while a snapshot was read is newer than that of the snapshot', () => {
  const { store } = opened();
  const formats = () => [1, 2].map((one) => store.get(pk(one))?._ext);
  store.replace([fakeDevice(1), fakeDevice(2)], 1);
  store.applyFrameFormats([[pk(1), 'jpg']]);
  store.expectSnapshot();
  store.applyFrameFormats([[pk(2), 'webp']]);
  store.replace([fakeDevice(1, { _ext: null }), fakeDevice(2, { _ext: null })], 1);
  expect(formats()).toEqual([null, 'webp']);
});

test('a poll updates states and measures, and reports unknown devices', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  const { alive: _, ...usage } = { ...fakeDevice(1), fan_speed: null };
  const polled = { ...usage, device_fk: pk(1), alive: 0 as const, hdd_usage: 2_500 };
  expect(store.applyPoll([polled], { at: AT, seq: 1, measures: true })).toBe(false);
  expect(store.get(pk(1))).toMatchObject({ isOnline: false, hdd_usage: null });
  expect(store.applyPoll([polled, { ...polled, device_fk: pk(2) }], { at: AT, seq: 1, measures: true })).toBe(true);
});

test('a poll whose answer is older than an event leaves the state of the event', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 4);
  const { alive: _, ...usage } = { ...fakeDevice(1), fan_speed: null };
  store.accept({ type: 'alive', seq: 5, rows: [[pk(1), 0, AT]] });
  const polled = { ...usage, device_fk: pk(1), alive: 1 as const };
  expect(store.applyPoll([polled], { at: AT + 1, seq: 4, measures: true })).toBe(false);
  expect(store.get(pk(1))).toMatchObject({ isOnline: false, cpu_usage: null });
  store.applyPoll([polled], { at: AT + 1, seq: 5, measures: true });
  expect(store.get(pk(1))?.isOnline).toBe(true);
});

test('the answer to a change leaves the state of a device, which events bring', () => {
  const { store } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ type: 'alive', seq: 2, rows: [[pk(1), 0, AT]] });
  const stale = { ...fakeDevice(1, { alias: 'new' }), device_group_name: 'Lab', alive: 1 as const };
  store.merge(stale);
  expect(store.get(pk(1))).toMatchObject({ alias: 'new', isOnline: false, cpu_usage: null });
  store.merge({ ...stale, pk: pk(2) });
  expect(store.get(pk(2))).toMatchObject({ isOnline: true });
});

test('a favourite is set at once and stays when the device changes', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1)], 1);
  store.setFavourite(pk(1), { pk: FavouritePk.parse(7) });
  store.accept({ type: 'device_changed', seq: 2, device_pk: pk(1), patch: { alias: 'new' } });
  frame();
  expect(store.get(pk(1))).toMatchObject({ alias: 'new', favourite: { pk: 7 } });
});

test('many devices move to a group with one event', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1), fakeDevice(2), fakeDevice(3)], 1);
  const lab = { to: GroupPk.parse(7), group_name: 'Lab' };
  store.accept({ type: 'devices_moved', seq: 2, pks: [pk(1), pk(3)], ...lab });
  expect([...store.all()].map(({ device_group_fk }) => device_group_fk)).toEqual([7, 1, 7]);
  expect(store.size).toBe(3);
  expect(onGap).not.toHaveBeenCalled();
});

test('a device that is moved into sight asks for a snapshot, and many leave with one event', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1), fakeDevice(2), fakeDevice(3)], 1);
  store.accept({ type: 'devices_removed', seq: 2, pks: [pk(1), pk(3)] });
  expect([...store.all()].map((device) => device.pk)).toEqual([2]);
  expect(onGap).not.toHaveBeenCalled();
  store.accept({ type: 'devices_moved', seq: 3, pks: [pk(9)], to: GroupPk.parse(7), group_name: 'Lab' });
  expect(onGap).toHaveBeenCalledTimes(1);
});

test('a change of the tree reaches the subscribers in detail, or as unknown', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1)], 1);
  frame();
  const received: FleetDelta[] = [];
  store.subscribe((changes) => received.push(changes));
  store.accept({ type: 'group_changed', seq: 2, removed: [GroupPk.parse(7)] });
  store.accept({ type: 'group_changed', seq: 3 });
  frame();
  expect(received[0]?.groups).toEqual([{ changed: [], removed: [7] }, 'unknown']);
  expect(received[0]?.rows.size).toBe(0);
});

test('[SEQ-4] a gap asks for a snapshot', () => {
  const { store, onGap } = opened();
  store.replace([fakeDevice(1)], 1);
  store.accept({ type: 'device_changed', seq: 3, device_pk: pk(1), patch: { alias: 'too early' } });
  expect(onGap).toHaveBeenCalledOnce();
  expect(store.get(pk(1))?.alias).toBe('device-1');
  store.replace([fakeDevice(1, { alias: 'second' })], 2);
  expect(store.get(pk(1))?.alias).toBe('too early');
});

test('devices get a stored frame, and lose it', () => {
  const { store, frame } = opened();
  store.replace([fakeDevice(1), fakeDevice(2, { _ext: 'jpg' })], 1);
  store.applyFrameFormats([
    [pk(1), 'webp'],
    [pk(2), null],
    [pk(3), 'jpg'],
  ]);
  frame();
  expect([...store.all()].map(({ _ext }) => _ext)).toEqual(['webp', null]);
});
