import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { fakeFleetDevice } from '../../live/fake-device.test-support.ts';
import {
  createDeviceFilterSorter,
  countMoved,
  noDeviceListFilter,
  type DeviceListFilter,
  type DeviceSort,
  type ResolvedScope,
} from './device-sorter.ts';

const devices = [
  fakeFleetDevice(1, { alias: 'b', isOnline: false, cpu_usage: null }),
  fakeFleetDevice(2, { alias: 'a10', cpu_usage: 5, dev_os_id: 1 }),
  fakeFleetDevice(3, { alias: 'A2', cpu_usage: 90, device_group_fk: 7, favourite: { pk: 1 } }),
];
const sorter = createDeviceFilterSorter(new Intl.Collator('en', { numeric: true }).compare);
const listed = (sort: DeviceSort, filter: Partial<DeviceListFilter> = {}, deviceScope: ResolvedScope = 'all') =>
  sorter.sort(devices, {
    deviceScope,
    sort,
    filter: { ...noDeviceListFilter, ...filter },
    alerting: new Set(),
    now: 0,
  });
const pks = (...values: number[]) => values as DevicePk[];

test('online comes first, and equal devices are in the natural order of their names', () => {
  expect(listed({ by: 'alive', order: 'desc' })).toEqual([3, 2, 1]);
  expect(listed({ by: 'alive', order: 'asc' })).toEqual([1, 3, 2]);
});

test('devices without a value come last in either direction', () => {
  expect(listed({ by: 'cpu_usage', order: 'asc' })).toEqual([2, 3, 1]);
  expect(listed({ by: 'cpu_usage', order: 'desc' })).toEqual([3, 2, 1]);
});

test('text matches as a substring without regard to case, numbers exactly', () => {
  const byName: DeviceSort = { by: 'alias', order: 'asc' };
  expect(listed(byName, { text: 'a' })).toEqual([3, 2]);
  expect(listed(byName, { os: 1 })).toEqual([2]);
  expect(listed(byName, { status: 'offline' })).toEqual([1]);
});

test('a list contains all devices, the favourites, or some groups', () => {
  const byName: DeviceSort = { by: 'alias', order: 'asc' };
  expect(listed(byName, {}, 'favorate')).toEqual([3]);
  expect(listed(byName, {}, new Set([7 as GroupPk]))).toEqual([3]);
});

test('attention: alarms, just gone offline, offline, waiting for approval, then the rest, each by name', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const fleet = [
    fakeFleetDevice(1, { alias: 'calm', isApproved: true, cpu_usage: 89.9 }),
    fakeFleetDevice(2, { alias: 'waiting', isApproved: false }),
    fakeFleetDevice(3, {
      alias: 'long off',
      isApproved: true,
      isOnline: false,
      last_disconnected_time: ago(60),
      cpu_usage: 99,
    }),
    fakeFleetDevice(4, { alias: 'just off', isApproved: true, isOnline: false, last_disconnected_time: ago(1) }),
    fakeFleetDevice(5, { alias: 'hot', isApproved: true, cpu_temp: 50 }),
    fakeFleetDevice(6, { alias: 'alarm', isApproved: true, isOnline: false, last_disconnected_time: ago(60) }),
    fakeFleetDevice(7, { alias: 'also calm', isApproved: true }),
  ];
  const attention = { by: 'attention', order: 'desc' } as const;
  const alerting = new Set(pks(6));
  expect(
    sorter.sort(fleet, { deviceScope: 'all', sort: attention, filter: noDeviceListFilter, alerting, now }),
  ).toEqual([6, 5, 4, 3, 2, 7, 1]);
  // Where frames are shown: stale ones come after what has just gone offline. One that is offline is not stale, too.
  const stale = new Set(pks(1, 3, 5));
  const list = { deviceScope: 'all', sort: attention, filter: noDeviceListFilter, alerting, now } as const;
  expect(sorter.sort(fleet, { ...list, isStale: (pk) => stale.has(pk) })).toEqual([6, 5, 4, 1, 3, 2, 7]);
});

test('a device that was over a threshold stays in front for a minute', () => {
  const memory = createDeviceFilterSorter((a, b) => a.localeCompare(b));
  const at = (now: number, cpu_usage: number) => {
    const rows = [fakeFleetDevice(1, { alias: 'a' }), fakeFleetDevice(2, { alias: 'b', cpu_usage })];
    const sort = { by: 'attention', order: 'desc' } as const;
    return memory.sort(rows, { deviceScope: 'all', sort, filter: noDeviceListFilter, alerting: new Set(), now });
  };
  expect(at(0, 10)).toEqual([1, 2]);
  expect(at(1_000, 95)).toEqual([2, 1]);
  expect(at(60_000, 10)).toEqual([2, 1]);
  expect(at(61_000, 10)).toEqual([1, 2]);
});

test('attention follows the thresholds that are given, and no longer the usual ones', () => {
  const levels = { cpu: 60, memory: 95, disk: 90, temperature: 70 };
  const wall = createDeviceFilterSorter((a, b) => a.localeCompare(b), levels);
  const fleet = [
    fakeFleetDevice(1, { alias: 'calm', isApproved: true, memory_usage: 92, cpu_temp: 60 }),
    fakeFleetDevice(2, { alias: 'over', isApproved: true, cpu_usage: 60 }),
  ];
  const list = { deviceScope: 'all', filter: noDeviceListFilter, alerting: new Set<never>(), now: 0 } as const;
  expect(wall.sort(fleet, { ...list, sort: { by: 'attention', order: 'desc' } })).toEqual([2, 1]);
});

test('one device that moved counts once, however many it displaced', () => {
  expect(countMoved(pks(1, 2, 3, 4), pks(4, 1, 2, 3))).toBe(1);
  expect(countMoved(pks(1, 2, 3), pks(1, 2, 3))).toBe(0);
  expect(countMoved(pks(1, 2), pks(1, 2, 3))).toBe(1);
  expect(countMoved(pks(1, 2, 3), pks(3, 1))).toBe(2);
});
