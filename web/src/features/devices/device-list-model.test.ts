import { AlertCode } from '@vigil/shared/contract/alert';
import { raisedAlertFacts } from '@vigil/shared/contract/alert.test-support';
import { AlertPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noDeviceListFilter } from '../../entities/device/device-sorter.ts';
import { createOpenAlertStore } from '../../live/alerts.ts';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createFleetStore } from '../../live/fleet-store.ts';
import { createDeviceListModel, REORDER_MS, type DeviceListInput } from './device-list-model.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pk = (value: number) => DevicePk.parse(value);
const input: DeviceListInput = {
  scope: 'all',
  deviceScope: 'all',
  filter: noDeviceListFilter,
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
  const alerts = createOpenAlertStore();
  const needs = { store, alerts, compareText: (a: string, b: string) => a.localeCompare(b), now: Date.now };
  const model = createDeviceListModel(needs, input);
  const stop = model.start();
  let seq = 0;
  const rename = (device: number, alias: string) => {
    seq += 1;
    store.accept({ type: 'device_changed', seq, device_pk: pk(device), patch: { alias } });
  };
  const add = (device: number) => {
    seq += 1;
    store.accept({ type: 'device_added', seq, device: fakeDevice(device) });
  };
  const remove = (device: number) => {
    seq += 1;
    store.accept({ type: 'device_removed', seq, device_pk: pk(device) });
  };
  const measure = (device: number, cpu_usage: number) =>
    store.applyUsage({ at: Date.now(), cols: ['device_pk', 'cpu_usage'], rows: [[device, cpu_usage]] });
  return { model, store, alerts, stop, rename, add, remove, measure };
}

test('one page of the ordered devices is shown', () => {
  const { model } = opened();
  expect(model.state().page).toMatchObject({ pks: [1, 2], count: 3, total: 5 });
  model.turnTo(2);
  expect(model.state().page).toMatchObject({ pks: [5], from: 5, to: 5 });
});

test('the page of an opened device is turned to, and not turned back when the list changes', () => {
  const { model } = opened();
  model.reveal(pk(4));
  expect(model.state().page.pks).toEqual([3, 4]);
  model.reveal(pk(3));
  model.reveal(pk(9));
  expect(model.state().page.index).toBe(1);
});

test('another list, order or filter begins at the first page', () => {
  const { model } = opened();
  model.turnTo(1);
  model.show({ ...input, sort: { by: 'alias', order: 'desc' } });
  expect(model.state().page).toMatchObject({ index: 0, pks: [5, 4] });
  model.turnTo(1);
  model.show({ ...input, filter: { ...noDeviceListFilter, text: 'device-3' } });
  expect(model.state().page).toMatchObject({ index: 0, pks: [3] });
  expect(model.state().total).toBe(5);
});

test('a changed name takes its place within a second', () => {
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

test('under the pointer new devices appear at the end, and deleted ones leave a gap until it has left', () => {
  const { model, add, remove } = opened();
  model.setPointerOver(true);
  add(10);
  remove(3);
  vi.advanceTimersByTime(REORDER_MS);
  // The new one belongs elsewhere, and the deleted one nowhere.
  expect(model.state()).toMatchObject({ pks: [1, 2, 3, 4, 5, 10], total: 5, moved: 2 });
  model.selectAll();
  expect(model.state().selection).toEqual(new Set([1, 2, 4, 5, 10]));
  model.setPointerOver(false);
  expect(model.state().pks).not.toContain(3);
});

test('the first devices are shown at once', () => {
  const { model, store } = opened(0);
  expect(model.state().total).toBe(0);
  store.replace([fakeDevice(1), fakeDevice(2, { alive: 0 })], 0);
  expect(model.state()).toMatchObject({ pks: [1, 2], total: 2, counts: { online: 1, offline: 1 } });
});

const anAlert = (device: number, ended_at: number | null = null) => ({
  pk: AlertPk.parse(device),
  device_pk: pk(device),
  alert_code: AlertCode.parse('IW2'),
  ...raisedAlertFacts,
  at: 1,
  ended_at,
});

test('the counts follow alerts at once and measures within a second, in whatever order the list is', () => {
  const { model, alerts, measure } = opened();
  alerts.receive([anAlert(3)]);
  expect(model.state().counts).toMatchObject({ alerts: 1, over_threshold: 0 });
  measure(4, 95);
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state().counts).toMatchObject({ alerts: 1, over_threshold: 1 });
  const before = model.state();
  measure(4, 96);
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state()).toBe(before);
  alerts.receive([anAlert(3, 2)]);
  expect(model.state().counts.alerts).toBe(0);
});

test('a device that gets a problem comes first, but not under the pointer', () => {
  const { model, alerts, measure } = opened();
  model.show({ ...input, sort: { by: 'attention', order: 'desc' } });
  model.setPointerOver(true);
  alerts.receive([anAlert(5)]);
  measure(4, 95);
  vi.advanceTimersByTime(REORDER_MS);
  expect(model.state()).toMatchObject({ pks: [1, 2, 3, 4, 5], moved: 2 });
  model.setPointerOver(false);
  expect(model.state()).toMatchObject({ pks: [4, 5, 1, 2, 3], moved: 0 });
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
  model.show({ ...input, filter: { ...noDeviceListFilter, status: 'online' } });
  expect(model.state().selection.size).toBe(1);
  model.show({ ...input, sort: { by: 'alive', order: 'asc' } });
  expect(model.state().selection.size).toBe(0);
  model.select([], new Set([pk(1)]));
  const group = GroupPk.parse(7);
  model.show({ ...input, scope: group, deviceScope: new Set([group]) });
  expect(model.state()).toMatchObject({ total: 0, pks: [] });
  expect(model.state().selection.size).toBe(0);
});

test('a device that is deleted or leaves the group leaves the selection at once', () => {
  const { model, store, remove } = opened();
  const { device_group_fk } = fakeDevice(1);
  model.show({ ...input, scope: device_group_fk, deviceScope: new Set([device_group_fk]) });
  model.selectAll();
  remove(3);
  expect([...model.state().selection]).toEqual([1, 2, 4, 5]);
  vi.advanceTimersByTime(REORDER_MS);
  store.accept({ type: 'device_changed', seq: 2, device_pk: pk(4), patch: { device_group_fk: GroupPk.parse(77) } });
  vi.advanceTimersByTime(REORDER_MS);
  expect([...model.state().selection]).toEqual([1, 2, 5]);
  expect(model.state().hiddenSelected).toBe(0);
});

test('the selected devices that a filter hides are counted', () => {
  const { model } = opened();
  model.select([], new Set([pk(1), pk(2)]));
  model.show({ ...input, filter: { ...noDeviceListFilter, text: 'device-2' } });
  expect(model.state()).toMatchObject({ pks: [2], hiddenSelected: 1 });
  expect([...model.state().selection]).toEqual([1, 2]);
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
