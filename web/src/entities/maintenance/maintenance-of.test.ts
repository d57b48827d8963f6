import { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { maintenanceOf } from './maintenance-of.ts';

const NOON = Date.parse('2026-11-28T12:00:00Z');
const current = { start_time: '2026-11-28T11:00:00Z', end_time: '2026-11-28T13:00:00Z' };
const next = { start_time: '2026-11-29T11:00:00Z', end_time: '2026-11-29T13:00:00Z' };
const device = { pk: 7 as DevicePk, device_group_fk: 3 as GroupPk, tags: ['Kiosk'] };

const windowOf = (more: object): MaintenanceWindow =>
  MaintenanceWindow.parse({
    pk: 1,
    reason: 'Update',
    target: { kind: 'all' },
    ...current,
    repeat: null,
    time_zone: 32,
    current,
    next: null,
    device_count: 1,
    created_by: 'Bora',
    editable: 0,
    ...more,
  });

test.each([
  ['all devices', { kind: 'all' }, true],
  ['its group', { kind: 'group', group_pk: 1, name: '', covered_pks: [1, 3] }, true],
  ['another group', { kind: 'group', group_pk: 1, name: '', covered_pks: [1, 4] }, false],
  ['its tag, in another case', { kind: 'tags', tags: ['kiosk'] }, true],
  ['another tag', { kind: 'tags', tags: ['wall'] }, false],
  ['the device', { kind: 'devices', devices: [{ pk: 7, alias: 'PC' }] }, true],
  ['another device', { kind: 'devices', devices: [{ pk: 8, alias: 'PC' }] }, false],
])('a device is in maintenance by a window of %s: %s', (_of, target, is) => {
  expect(maintenanceOf(device, [windowOf({ target })], NOON) !== undefined).toBe(is);
});

test('it lasts from the start to before the end, also of the next time', () => {
  const windows = [windowOf({ next })];
  expect(maintenanceOf(device, windows, Date.parse(current.start_time) - 1)).toBeUndefined();
  expect(maintenanceOf(device, windows, Date.parse(current.end_time))).toBeUndefined();
  expect(maintenanceOf(device, windows, Date.parse(next.start_time))).toEqual({
    until: next.end_time,
    reason: 'Update',
  });
});

test('of several windows, the one that ends last counts', () => {
  const longer = windowOf({ reason: 'Longer', current: { ...current, end_time: '2026-11-28T15:00:00Z' } });
  expect(maintenanceOf(device, [windowOf({}), longer, windowOf({})], NOON)?.reason).toBe('Longer');
});
