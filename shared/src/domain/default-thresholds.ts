import type { AlertThreshold } from '../contract/alert.ts';
import type { OsId } from '../contract/device.ts';
import { alertCodeOf, alertKindNumbers, type AlertKind } from './thresholds.ts';

/** Minutes, percent and °C that mean trouble on any device; fans and disks differ too much from one another. */
const limits: readonly (readonly [kind: AlertKind, limit: number])[] = [
  [alertKindNumbers.disconnected, 10],
  [alertKindNumbers.cpuUsage, 95],
  [alertKindNumbers.memoryUsage, 95],
  [alertKindNumbers.diskUsage, 90],
  [alertKindNumbers.cpuTemperature, 85],
];

const systems: readonly OsId[] = [1, 2, 3, 4, 5];

/** The thresholds of a new company, for devices of every system (decision 135). */
export const defaultThresholds: readonly AlertThreshold[] = systems.flatMap((os) =>
  limits.flatMap(([kind, limit]) => {
    const alert_code = alertCodeOf(os, kind);
    if (alert_code === null) return [];
    const isTime = kind === alertKindNumbers.disconnected;
    return [{ alert_code, alert_time: isTime ? limit : null, alert_th_value: isTime ? null : limit }];
  }),
);
