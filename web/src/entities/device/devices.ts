import { listDevices, readDevice } from '@vigil/shared/contract/routes/devices';
import { defineResource } from '../resource.ts';

/** What is read of devices when it is needed; the list of devices is live: `FleetStore`. */
export const devices = defineResource({ key: 'devices', list: listDevices, read: readDevice });
