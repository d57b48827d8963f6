import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DevicePk } from '../ids.ts';
import * as reports from '../routes/reports.ts';

const Count = z.int().nonnegative();
export const MAX_MEASURED_DEVICES = 5;
export const MAX_AGENT_VERSIONS = 10;

/** A device by its latest measurement: percent, or °C. */
const MeasuredDevice = z.object({ device_pk: DevicePk, alias: z.string(), value: z.number() });

/** Everything is counted over the devices that the caller sees. */
export const Dashboard = z.object({
  at: z.iso.datetime(),
  devices: z.object({ total: Count, online: Count, offline: Count, waiting_approval: Count }),
  /** Every half hour of the last 24 hours, the oldest first. */
  availability: z.array(z.object({ at: z.iso.datetime(), total: Count, online: Count })).length(49),
  /** `open` includes the acknowledged ones. */
  incidents: z.object({ open: Count, acknowledged: Count }),
  /** Open alerts by kind (1–7); a kind without one has a zero. */
  alerts: z.array(z.object({ category: z.int().min(1).max(7), count: Count })).length(7),
  /** Remote sessions that are under way. */
  sessions: z.object({ rc: Count, ft: Count }),
  /** What waits for the decision of the caller. */
  waiting: z.object({ requests: Count, tickets: Count }),
  /** Devices of the company and how many its licences admit; null for callers who do not see the company as a whole. */
  licence: z.object({ devices: Count, volume: Count }).nullable(),
  /** The highest processor temperatures of devices that are online. */
  hottest: z.array(MeasuredDevice).max(MAX_MEASURED_DEVICES),
  /** The highest processor usages of devices that are online. */
  slowest: z.array(MeasuredDevice).max(MAX_MEASURED_DEVICES),
  /**
   * Versions of agents by the number of their devices, the most used first; null for devices that never told theirs.
   */
  versions: z.array(z.object({ version: z.string().nullable(), devices: Count })).max(MAX_AGENT_VERSIONS),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const readDashboard = endpoint(reports.readDashboard, {
  summary: 'Read the state of all devices in one answer',
  objects: z.array(Dashboard).length(1),
});
