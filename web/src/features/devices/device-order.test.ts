import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { fakeDevice } from '../../live/fake-device.test-support.ts';
import { createDeviceOrder, countMoved, noFilter, type Filter, type Sort, type DeviceScope } from './device-order.ts';

const devices = [
  { ...fakeDevice(1, { alias: 'b', alive: 0, cpu_usage: null }), fan_speed: null },
  { ...fakeDevice(2, { alias: 'a10', cpu_usage: 5, dev_os_id: 1 }), fan_speed: null },
  { ...fakeDevice(3, { alias: 'A2', cpu_usage: 90, device_group_fk: 7, favorate: { pk: 1 } }), fan_speed: null },
];
const order = createDeviceOrder(new Intl.Collator('en', { numeric: true }).compare);
const listed = (sort: Sort, filter: Partial<Filter> = {}, deviceScope: DeviceScope = 'all') =>
  order.of(devices, { deviceScope, sort, filter: { ...noFilter, ...filter } });
const pks = (...values: number[]) => values as DevicePk[];

test('online comes first, and equal devices are in the natural order of their names', () => {
  expect(listed({ by: 'alive', order: 'desc' })).toEqual([3, 2, 1]);
});

test('devices without a value come last in either direction', () => {
  expect(listed({ by: 'cpu_usage', order: 'asc' })).toEqual([2, 3, 1]);
  expect(listed({ by: 'cpu_usage', order: 'desc' })).toEqual([3, 2, 1]);
});

test('text matches as a substring without regard to case, numbers exactly', () => {
  const byName: Sort = { by: 'alias', order: 'asc' };
  expect(listed(byName, { alias: 'a' })).toEqual([3, 2]);
  expect(listed(byName, { os: 1 })).toEqual([2]);
  expect(listed(byName, { alive: 0 })).toEqual([1]);
});

test('a list contains all devices, the favourites, or some groups', () => {
  const byName: Sort = { by: 'alias', order: 'asc' };
  expect(listed(byName, {}, 'favorate')).toEqual([3]);
  expect(listed(byName, {}, new Set([7 as GroupPk]))).toEqual([3]);
});

test('one device that moved counts once, however many it displaced', () => {
  expect(countMoved(pks(1, 2, 3, 4), pks(4, 1, 2, 3))).toBe(1);
  expect(countMoved(pks(1, 2, 3), pks(1, 2, 3))).toBe(0);
  expect(countMoved(pks(1, 2), pks(1, 2, 3))).toBe(1);
  expect(countMoved(pks(1, 2, 3), pks(3, 1))).toBe(2);
});
