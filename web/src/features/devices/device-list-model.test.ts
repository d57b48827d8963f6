import { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { createDeviceListModel, REORDER_MS, type DeviceListInput } from './device-list-model.ts';
import { noFilter } from './device-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pk = (value: number) => DevicePk.parse(value);
const input: DeviceListInput = {
  scope: 'all',
  deviceScope: 'all',
  filter: noFilter,
  sort: { by: 'alias', order: 'asc' },
  view: 'table',
  pageSize: 2,
};

function opened(count = 5) {
  const store = createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() });
  if (count > 0)
    store.replace(
      Array.from({ length: count }, (_, index) => fakeDevice(index + 1)),
      0,
    );
  const model = createDeviceListModel({ store, compareText: (a, b) => a.localeCompare(b) }, input);
  const stop = model.start();
  let seq = 0;
  const rename = (device: number, alias: string) => {
    seq += 1;
    store.accept({ type: 'deviceChanged', seq, device_pk: pk(device), patch: { alias } });
  };
  const add = (device: number) => {
    seq += 1;
    store.accept({ type: 'deviceAdded', seq, device: fakeDevice(device) });
  };
  const remove = (device: number) => {
    seq += 1;
    store.accept({ type: 'deviceRemoved', seq, device_pk: pk(device) });
  };
  return { model, store, stop, rename, add, remove };
}

test('one page of the ordered devices is shown', () => {
  const { model } = opened();
  expect(model.state().page).toMatchObject({ pks: [1, 2], count: 3, total: 5 });
  model.turnTo(2);
  expect(model.state().page).toMatchObject({ pks: [5], from: 5, to: 5 });
});

test('another list, order or filter begins at the first page', () => {
  const { model } = opened();
  model.turnTo(1);
  model.show({ ...input, sort: { by: 'alias', order: 'desc' } });
  expect(model.state().page).toMatchObject({ index: 0, pks: [5, 4] });
  model.turnTo(1);
  model.show({ ...input, filter: { ...noFilter, alias: 'device-3' } });
  expect(model.state().page).toMatchObject({ index: 0, pks: [3] });
  expect(model.state().total).toBe(5);
});

test('a changed name takes its place deviceScope a second', () => {
  const { model, rename } = opened();
  rename(1, 'z');
  expect(model.state().pks).toEqual([1, 2, 3, 4, 5]);
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state().pks).toEqual([2, 3, 4, 5, 1]);
});

test('nothing moves under the pointer until it has left the list', () => {
  const { model, rename } = opened();
  model.setPointerOver(true);
  rename(1, 'z');
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state()).toMatchObject({ pks: [1, 2, 3, 4, 5], moved: 1 });
  model.setPointerOver(false);
  expect(model.state()).toMatchObject({ pks: [2, 3, 4, 5, 1], moved: 0 });
});

test('the user may have the list sorted under the pointer', () => {
  const { model, rename } = opened();
  model.setPointerOver(true);
  rename(1, 'z');
  vi.advanceTimersByTime(REORDER_MS);
  model.resort();
  expect(model.state()).toMatchObject({ pks: [2, 3, 4, 5, 1], moved: 0 });
});

test('under the pointer new devices appear at the end, and deleted ones go', () => {
  const { model, add, remove } = opened();
  model.setPointerOver(true);
  add(10);
  remove(3);
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state().pks).toEqual([1, 2, 4, 5, 10]);
});

test('the first devices are shown at once', () => {
  const { model, store } = opened(0);
  expect(model.state().total).toBe(0);
  store.replace([fakeDevice(1), fakeDevice(2, { alive: 0 })], 0);
  expect(model.state()).toMatchObject({ pks: [1, 2], total: 2, online: 1 });
});

test('a selection on one page keeps that of the others', () => {
  const { model } = opened();
  model.select(model.state().page.pks, new Set([pk(2)]));
  model.turnTo(1);
  model.select(model.state().page.pks, new Set([pk(3)]));
  expect([...model.state().selection]).toEqual([2, 3]);
  model.selectAll();
  expect(model.state().selection.size).toBe(5);
});

test('a selection ends with another list or another order, but not with a filter', () => {
  const { model } = opened();
  model.select([], new Set([pk(1)]));
  model.show({ ...input, filter: { ...noFilter, alive: 1 } });
  expect(model.state().selection.size).toBe(1);
  model.show({ ...input, sort: { by: 'alive', order: 'asc' } });
  expect(model.state().selection.size).toBe(0);
  model.select([], new Set([pk(1)]));
  const group = GroupPk.parse(7);
  model.show({ ...input, scope: group, deviceScope: new Set([group]) });
  expect(model.state()).toMatchObject({ total: 0, pks: [] });
  expect(model.state().selection.size).toBe(0);
});

test('an equal input changes nothing', () => {
  const { model } = opened();
  const before = model.state();
  model.show({ ...input });
  expect(model.state()).toBe(before);
});

test('a stopped model does not follow the fleet', () => {
  const { model, stop, rename } = opened();
  stop();
  rename(1, 'z');
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state().pks).toEqual([1, 2, 3, 4, 5]);
});
