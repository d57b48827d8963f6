import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import * as devices from '../routes/devices.ts';
import { groupScopeInQuery } from './devices.ts';

const Count = z.int().nonnegative().nullable();

/**
 * How a list of devices stood at one moment, counted over the devices that the caller may see now. A count is null
 * where nothing was recorded from which it could be known. `over_threshold` counts devices with a value that is shown
 * in red (spec 2 §9), over the minute before; `alerts` counts devices with an open alert, not the alerts.
 */
export const DeviceTrendPoint = z.object({
  at: z.iso.datetime(),
  online: Count,
  offline: Count,
  over_threshold: Count,
  alerts: Count,
  waiting_approval: Count,
});
export type DeviceTrendPoint = z.infer<typeof DeviceTrendPoint>;

export const readDeviceTrends = endpoint(devices.readDeviceTrends, {
  summary: 'Read how a list of devices stood every five minutes of the last hour, the oldest first',
  query: z.object({ device_group_pk: groupScopeInQuery.default('all') }),
  objects: z.array(DeviceTrendPoint).length(12),
});
