import type * as deviceBulk from '@vigil/shared/contract/http/device-bulk';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const runBulkDeviceAction = endpoint<typeof deviceBulk.runBulkDeviceAction>('POST', '/devices/bulk');
export const listBulkJobs = endpointOpenToGuests<typeof deviceBulk.listBulkJobs>('GET', '/devices/bulk');
export const readBulkJob = endpointOpenToGuests<typeof deviceBulk.readBulkJob>('GET', '/devices/bulk/:id');
export const listDevicesInUse = endpointOpenToGuests<typeof deviceBulk.listDevicesInUse>('POST', '/devices/in-use');
