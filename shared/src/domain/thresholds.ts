import type { AlertCode, AlertThreshold, AlertThresholdInput } from '../contract/alert.ts';
import type { OsId } from '../contract/device.ts';
import type { GroupPk } from '../contract/ids.ts';
import type { UsageField } from '../contract/names.ts';
import { alertCodePattern } from '../contract/patterns.ts';
import type { ProblemCode } from '../contract/problems.ts';

/** The kinds of alerts (spec 3 §3). */
export const alertKindNumbers = {
  disconnected: 1,
  cpuUsage: 2,
  memoryUsage: 3,
  diskUsage: 4,
  cpuTemperature: 5,
  diskTemperature: 6,
  fanSpeed: 7,
} as const;
export type AlertKind = (typeof alertKindNumbers)[keyof typeof alertKindNumbers];

const letters: { readonly [O in OsId]: string | null } = { 0: null, 1: 'W', 2: 'L', 3: 'M', 4: 'A', 5: 'I' };

/** The code of one kind for one type of device; a device of unknown type has none. */
export function alertCodeOf(os: OsId, kind: AlertKind): AlertCode | null {
  const letter = letters[os];
  return letter === null ? null : (`I${letter}${kind}` as AlertCode);
}

/** The codes of one kind for all types of devices. */
export const alertCodesOf = (kind: AlertKind): AlertCode[] =>
  ([1, 2, 3, 4, 5] as const).flatMap((os) => alertCodeOf(os, kind) ?? []);

export const alertKindOf = (code: AlertCode): AlertKind => Number(code.at(-1)) as AlertKind;

export type MeasuredKind = Exclude<AlertKind, 1>;

const measured: { readonly [K in MeasuredKind]: UsageField } = {
  2: 'cpu_usage',
  3: 'memory_usage',
  4: 'hdd_usage',
  5: 'cpu_temp',
  6: 'hdd_temp',
  7: 'fan_speed',
};

/** The kinds that compare a field of a usage sample. */
export const measuredKinds = Object.entries(measured).map(([kind, field]) => ({
  kind: Number(kind) as MeasuredKind,
  field,
}));

/** What may be set: minutes, percent, °C, and rpm of a fan. */
export const thresholdRanges: { readonly [K in AlertKind]: readonly [least: number, most: number] } = {
  1: [1, 10_080],
  2: [0, 100],
  3: [0, 100],
  4: [0, 100],
  5: [0, 150],
  6: [0, 150],
  7: [0, 100_000],
};

/** Points of percent or degrees by which a value has to come back before its alert is over. */
const MARGIN = 2;
/** The same for a fan, as a share of its threshold. */
const FAN_MARGIN = 0.05;

/**
 * Whether a value crosses its threshold: a fan by being too slow, everything else by being too high. What is crossed
 * already stays so until the value is back by a margin, so that one that hovers around its threshold alerts once
 * (decision 57).
 */
export function isThresholdCrossed(kind: MeasuredKind, value: number, threshold: number, isCrossed: boolean): boolean {
  if (kind === alertKindNumbers.fanSpeed) {
    return value <= threshold || (isCrossed && value < threshold * (1 + FAN_MARGIN));
  }
  // A value that has fallen to zero is no longer crossed, however low its threshold is.
  return value >= threshold || (isCrossed && value > Math.max(threshold - MARGIN, 0));
}

const withDeviceType = /^I[WLMAI]/;

/**
 * The problem of a threshold that lacks the type of device or the kind in its code, or the field that its kind needs: a
 * time for Disconnected, else a value (spec 3 §5).
 */
export function problemOfIncompleteThreshold({
  alert_code,
  alert_time,
  alert_th_value,
}: AlertThresholdInput): ProblemCode | null {
  if (!withDeviceType.test(alert_code)) return 'please_select_device_type';
  if (!alertCodePattern.test(alert_code)) return 'please_select_alert_type';
  if (alertKindOf(alert_code as AlertCode) === alertKindNumbers.disconnected)
    return alert_time === null ? 'please_input_alert_time' : null;
  return alert_th_value === null ? 'please_input_alert_value' : null;
}

/** Whether its time or value is one that its kind can have; null is. */
export function isThresholdInRange({ alert_code, alert_time, alert_th_value }: AlertThreshold): boolean {
  const kind = alertKindOf(alert_code);
  const [least, most] = thresholdRanges[kind];
  const value = kind === alertKindNumbers.disconnected ? alert_time : alert_th_value;
  return value === null || (value >= least && value <= most);
}

/** The widest of the thresholds of all groups, by kind: a device that crosses none of these crosses none at all. */
export function mostSensitiveThresholds(thresholds: ThresholdsByGroup): ReadonlyMap<AlertKind, number> {
  const widest = new Map<AlertKind, number>();
  for (const [code, { alert_time, alert_th_value }] of [...thresholds.values()].flatMap((ofGroup) => [...ofGroup])) {
    const kind = alertKindOf(code);
    const value = kind === alertKindNumbers.disconnected ? alert_time : alert_th_value;
    if (value === null) continue;
    const known = widest.get(kind) ?? value;
    widest.set(kind, kind === alertKindNumbers.fanSpeed ? Math.max(known, value) : Math.min(known, value));
  }
  return widest;
}

export type ThresholdsByGroup = ReadonlyMap<GroupPk, ReadonlyMap<AlertCode, AlertThreshold>>;

/** The threshold that applies to a device: of its group, or of the nearest ancestor that has one (decisions, 13). */
export function thresholdFor(
  code: AlertCode,
  group: GroupPk,
  { thresholds, parents }: { thresholds: ThresholdsByGroup; parents: ReadonlyMap<GroupPk, GroupPk | null> },
): AlertThreshold | undefined {
  for (let pk: GroupPk | null | undefined = group; pk != null; pk = parents.get(pk)) {
    const found = thresholds.get(pk)?.get(code);
    if (found) return found;
  }
  return undefined;
}
