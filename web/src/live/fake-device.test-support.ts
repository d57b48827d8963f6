import type { DeviceRow } from '@vigil/shared/contract/device';
import { DeviceRow as Schema } from '@vigil/shared/contract/device';
import { blankDevice } from '@vigil/shared/contract/device.test-support';

const root = { device_group_fk: 1, device_group_name: 'ROOT' };

/** A device for tests, valid by the contract. */
export function fakeDevice(pk: number, change: Partial<Record<keyof DeviceRow, unknown>> = {}): DeviceRow {
  const guid = `00000000-0000-4000-8000-${String(pk).padStart(12, '0')}`;
  return Schema.parse({ ...blankDevice, ...root, alive: 1, pk, guid, alias: `device-${pk}`, ...change });
}
