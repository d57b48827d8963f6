import type { DeviceRowsByColumn } from '@vigil/shared/contract/device-columns';
import type { WithObjects } from '@vigil/shared/contract/endpoint';
import type * as devices from '@vigil/shared/contract/http/devices';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const previewSightChangesOfMove = endpoint<typeof devices.previewSightChangesOfMove>(
  'POST',
  '/devices/move/preview',
);
export const listDevicesAsColumns = endpointOpenToGuests<
  WithObjects<typeof devices.listDevices, typeof DeviceRowsByColumn>
>('GET', '/devices');
export const moveDevices = endpoint<typeof devices.moveDevices>('POST', '/devices/move');
export const readDevice = endpointOpenToGuests<typeof devices.readDevice>('GET', '/devices/:pk');
export const listDevices = endpointOpenToGuests<typeof devices.listDevices>('GET', '/devices');
export const readFleetCountsAndPolicyPages = endpointOpenToGuests<typeof devices.readFleetCountsAndPolicyPages>(
  'GET',
  '/devices/summary',
);
export const listLatestUsage = endpointOpenToGuests<typeof devices.listLatestUsage>('GET', '/devices/system_usage');
export const replaceDeviceTags = endpoint<typeof devices.replaceDeviceTags>('PUT', '/devices/:pk/tags');
export const updateDevice = endpoint<typeof devices.updateDevice>('PUT', '/devices/:pk');
