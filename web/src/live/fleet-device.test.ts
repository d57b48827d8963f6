import type { DeviceRow } from '@vigil/shared/contract/device';
import { FavouritePk } from '@vigil/shared/contract/ids';
import { assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { fakeDevice } from './fake-device.test-support.ts';
import { fleetDeviceChangeOf, fleetDeviceOf, listedDeviceOf } from './fleet-device.ts';

const bit = constantFrom(0 as const, 1 as const);
const values = {
  alive: bit,
  approval: bit,
  possible_clone: bit,
  disable_filetransfer: bit,
  favorate: constantFrom(null, { pk: FavouritePk.parse(7) }),
  fan_speed_id: constantFrom(null, 0, 900),
  hdd_usage: constantFrom(null, 0, 4_321),
  alias: constantFrom('door', ''),
  memo: constantFrom('by the stairs', ''),
};
const rowOf = (change: Partial<DeviceRow>) => ({ ...fakeDevice(1), ...change });

test('flags are booleans, and the disk is a plain percentage', () => {
  const row = rowOf({ alive: 1, approval: 0, possible_clone: 1, disable_filetransfer: 0, hdd_usage: 4_321 });
  expect(fleetDeviceOf(row)).toMatchObject({
    isOnline: true,
    isApproved: false,
    isPossibleClone: true,
    forbidsFiles: false,
    hdd_usage: 43.21,
  });
});

test('a device is kept in the cache as its row was', () => {
  assert(
    property(record(values), (change) => {
      const { device_group_name: _, ...listed } = rowOf(change);
      expect(listedDeviceOf({ ...fleetDeviceOf(listed), config_version: 3 })).toEqual(listed);
    }),
  );
});

test('a patch leads to what the changed row says', () => {
  assert(
    property(record(values), record(values, { requiredKeys: [] }), (before, patch) => {
      const row = rowOf(before);
      const device = { ...fleetDeviceOf(row), ...fleetDeviceChangeOf({ ...patch, device_group_name: 'Lab' }) };
      expect(device).toEqual(fleetDeviceOf({ ...row, ...patch }));
    }),
  );
});
