import type { DeviceRow } from '@vigil/shared/contract/device';
import { DeviceRow as Schema } from '@vigil/shared/contract/device';
import {
  DeviceRowsByColumn,
  plainColumnNames,
  dictionaryEncodedColumnNames,
  epochMsColumnNames,
} from '@vigil/shared/contract/device-columns';
import { blankDevice } from '@vigil/shared/contract/device.test-support';
import { fleetDeviceOf, type FleetDevice } from './fleet-device.ts';

const root = { device_group_fk: 1, device_group_name: 'ROOT' };

const milliseconds = (time: string | null) => (time === null ? null : Date.parse(time));

/** Rows in the form in which the console reads them. */
export function columnsOf(rows: readonly DeviceRow[]): DeviceRowsByColumn {
  const places = rows.map((_, i) => i);
  const tags = { rows: places, at: places, values: rows.map((row) => row.tags) };
  const columns: Record<string, unknown> = { favorate: rows.map((row) => row.favorate?.pk ?? null), tags };
  for (const name of plainColumnNames) columns[name] = rows.map((row) => row[name]);
  for (const name of dictionaryEncodedColumnNames) {
    columns[name] = { values: rows.map((row) => row[name]), at: places };
  }
  for (const name of epochMsColumnNames) columns[name] = rows.map((row) => milliseconds(row[name]));
  return DeviceRowsByColumn.parse(columns);
}

/** A device of the store, for tests of what reads it. */
export const fakeFleetDevice = (pk: number, change: Partial<Record<keyof FleetDevice, unknown>> = {}): FleetDevice => ({
  ...fleetDeviceOf(fakeDevice(pk)),
  ...(change as Partial<FleetDevice>),
});

/** A row of a device for tests, valid by the contract. */
export function fakeDevice(pk: number, change: Partial<Record<keyof DeviceRow, unknown>> = {}): DeviceRow {
  const guid = `00000000-0000-4000-8000-${String(pk).padStart(12, '0')}`;
  return Schema.parse({ ...blankDevice, ...root, alive: 1, pk, guid, alias: `device-${pk}`, ...change });
}
