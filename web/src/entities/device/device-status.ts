import type { DeviceTrendPoint } from '@vigil/shared/contract/http/trends';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { deviceStatuses } from '@vigil/shared/contract/names';
import { hasMeasureOverThreshold, redThresholds, type UsageThresholds } from '@vigil/shared/domain/usage-levels';
import type { FleetDevice } from '../../live/fleet-device.ts';

type Trend = Exclude<keyof DeviceTrendPoint, 'at'>;
/**
 * What the strip above the list counts. The flag is counted now only: it is rare, and gone once an administrator has
 * decided.
 */
export type Status = Trend | 'possible_clone';
export const statuses = deviceStatuses satisfies readonly Status[];

export const hasTrend = (status: Status): status is Trend => status !== 'possible_clone';

export const isStatus = (text: string | null): text is Status => statuses.some((status) => status === text);

type Alerting = ReadonlySet<DevicePk>;
export type StatusCounts = { readonly [S in Status]: number };

type Test = (device: FleetDevice, alerting: Alerting, levels: UsageThresholds) => boolean;
const tests: { readonly [S in Status]: Test } = {
  online: ({ isOnline }) => isOnline,
  offline: ({ isOnline }) => !isOnline,
  // An offline device keeps its last measures on the screen.
  over_threshold: (device, _, levels) => device.isOnline && hasMeasureOverThreshold(device, levels),
  alerts: ({ pk }, alerting) => alerting.has(pk),
  waiting_approval: ({ isApproved }) => !isApproved,
  possible_clone: ({ isPossibleClone }) => isPossibleClone,
};

export const hasStatus = (device: FleetDevice, status: Status, alerting: Alerting, levels = redThresholds): boolean =>
  tests[status](device, alerting, levels);

export function countStatuses(
  devices: Iterable<FleetDevice>,
  alerting: Alerting,
  levels: UsageThresholds = redThresholds,
): StatusCounts {
  const counts = { online: 0, offline: 0, over_threshold: 0, alerts: 0, waiting_approval: 0, possible_clone: 0 };
  for (const device of devices)
    for (const status of statuses) if (tests[status](device, alerting, levels)) counts[status] += 1;
  return counts;
}
