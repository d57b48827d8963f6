import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { OsId } from '@vigil/shared/contract/device';
import type { UsageField } from '@vigil/shared/contract/names';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import {
  alertCodeOf,
  alertKindNumbers,
  isThresholdCrossed,
  measuredKinds,
  thresholdFor,
  type AlertKind,
  type ThresholdsByGroup,
} from '@vigil/shared/domain/thresholds';

export interface DeviceToEvaluate {
  readonly pk: DevicePk;
  readonly group: GroupPk;
  readonly osId: OsId;
  readonly online: boolean;
  /** Milliseconds since 1970; null when it was never connected. */
  readonly offlineSince: number | null;
  readonly usage: Readonly<Record<UsageField, number | null>> | null;
  /** The codes of its open alerts. */
  readonly open: ReadonlySet<AlertCode>;
}

/** A crossed threshold of a device, with the current value. */
export interface CrossedThreshold {
  readonly device: DevicePk;
  readonly code: AlertCode;
  readonly value: number;
  readonly limit: number;
}

export interface ThresholdContext {
  readonly thresholds: ThresholdsByGroup;
  readonly parents: ReadonlyMap<GroupPk, GroupPk | null>;
  readonly now: number;
}

const MINUTE_MS = 60_000;

/** Compares a device with the thresholds that apply to it. Pure. */
export function evaluateThresholds(device: DeviceToEvaluate, rules: ThresholdContext): CrossedThreshold[] {
  const find = (kind: AlertKind): [AlertCode, AlertThreshold] | null => {
    const code = alertCodeOf(device.osId, kind);
    const threshold = code && thresholdFor(code, device.group, rules);
    return code && threshold ? [code, threshold] : null;
  };
  if (!device.online) {
    const rule = find(alertKindNumbers.disconnected);
    if (!rule || device.offlineSince === null) return [];
    const minutes = Math.floor((rules.now - device.offlineSince) / MINUTE_MS);
    const limit = rule[1].alert_time ?? Infinity;
    return minutes >= limit ? [{ device: device.pk, code: rule[0], value: minutes, limit }] : [];
  }
  return measuredKinds.flatMap(({ kind, field }) => {
    const value = device.usage?.[field];
    const rule = value == null ? null : find(kind);
    if (value == null || !rule) return [];
    const [code, { alert_th_value: threshold }] = rule;
    return threshold !== null && isThresholdCrossed(kind, value, threshold, device.open.has(code))
      ? [{ device: device.pk, code, value, limit: threshold }]
      : [];
  });
}
