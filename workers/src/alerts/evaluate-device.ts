import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { OsId } from '@vigil/shared/contract/device';
import type { AlertPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { AlertEndReason, UsageField } from '@vigil/shared/contract/names';
import {
  alertCodeOf,
  alertKindNumbers,
  alertKindOf,
  isThresholdCrossed,
  measuredKinds,
  thresholdFor,
  type AlertKind,
  type MeasuredKind,
  type ThresholdsByGroup,
} from '@vigil/shared/domain/thresholds';
import { observedMs, type Absence } from './server-absences.ts';

const MINUTE_MS = 60_000;
/** A connected device that sends nothing for this long is a finding of its own. */
export const NO_DATA_AFTER_MS = 5 * MINUTE_MS;
/** An alert of which nothing is known for this long is over. */
export const SILENCE_ENDS_ALERT_MS = 24 * 60 * MINUTE_MS;
/** The last value of an open alert is stored no more often than this. */
const LAST_VALUE_INTERVAL_MS = MINUTE_MS;

/** The latest sample of a device. */
export interface LatestSample {
  /** When a gateway received it, in milliseconds since 1970. */
  readonly at: number;
  readonly values: Readonly<Record<UsageField, number | null>>;
  /** The name of the fan whose speed it holds; empty where it is not known. */
  readonly fan: string;
}

/** Times in milliseconds since 1970. */
export interface ObservedDevice {
  readonly pk: DevicePk;
  readonly group: GroupPk;
  readonly osId: OsId;
  readonly online: boolean;
  /** Null where it is not connected, or since when is not known. */
  readonly onlineSince: number | null;
  /** Null where it is connected, was never connected, or is not known to have gone. */
  readonly offlineSince: number | null;
  readonly sample: LatestSample | null;
  /** An older sample is no value. */
  readonly maxSampleAgeMs: number;
  readonly open: readonly OpenAlert[];
}

export interface OpenAlert {
  readonly pk: AlertPk;
  readonly code: AlertCode;
  readonly value: number | null;
  readonly limit: number | null;
  readonly lastValue: number | null;
  readonly lastValueAt: number | null;
  readonly unknownSince: number | null;
  readonly noData: boolean;
  readonly sensor: string;
  readonly raisedAt: number;
}

export interface ThresholdContext {
  readonly thresholds: ThresholdsByGroup;
  readonly parents: ReadonlyMap<GroupPk, GroupPk | null>;
  readonly absences: readonly Absence[];
  readonly now: number;
}

/** A reason to raise an alert. */
export interface AlertFinding {
  readonly device: DevicePk;
  readonly code: AlertCode;
  /** Null for a device that is connected and sends nothing. */
  readonly value: number | null;
  readonly limit: number;
  readonly sensor: string;
  /** The device went away before or while servers were away. */
  readonly isAfterAbsence: boolean;
}

/** What is known of an open alert from now on. */
export interface AlertUpdate {
  readonly pk: AlertPk;
  readonly limit: number | null;
  readonly lastValue: number | null;
  readonly lastValueAt: number | null;
  readonly unknownSince: number | null;
  readonly noData: boolean;
  readonly sensor: string;
  /** Only its last value is newer, which is stored and not announced. */
  readonly isRefreshed: boolean;
}

export interface DeviceEvaluation {
  readonly found: readonly AlertFinding[];
  readonly ended: readonly { readonly pk: AlertPk; readonly reason: AlertEndReason }[];
  readonly updated: readonly AlertUpdate[];
}

/** Compares a device with the thresholds that apply to it, and its open alerts with what is known of it now. Pure. */
export function evaluateDevice(device: ObservedDevice, context: ThresholdContext): DeviceEvaluation {
  const openCodes = new Set(device.open.map(({ code }) => code));
  const verdicts = device.open.map((alert) => [alert, verdictOf(alert, device, context)] as const);
  return {
    found: findingsOf(device, context).filter(({ code }) => !openCodes.has(code)),
    ended: verdicts.flatMap(([{ pk }, verdict]) => ('ends' in verdict ? [{ pk, reason: verdict.ends }] : [])),
    updated: verdicts.flatMap(([alert, verdict]) => ('ends' in verdict ? [] : (changeOf(alert, verdict) ?? []))),
  };
}

type AlertState = Omit<AlertUpdate, 'pk' | 'isRefreshed'>;
type Verdict = { readonly ends: AlertEndReason } | AlertState;

function changeOf(alert: OpenAlert, next: AlertState): AlertUpdate | null {
  const isRefreshed =
    alert.limit === next.limit &&
    alert.unknownSince === next.unknownSince &&
    alert.noData === next.noData &&
    alert.sensor === next.sensor;
  return isRefreshed && alert.lastValueAt === next.lastValueAt ? null : { pk: alert.pk, ...next, isRefreshed };
}

/** Minutes for Disconnected, else the value; null where the device has none. */
function limitOf(kind: AlertKind, device: ObservedDevice, context: ThresholdContext): number | null {
  const code = alertCodeOf(device.osId, kind);
  const threshold: AlertThreshold | undefined = code ? thresholdFor(code, device.group, context) : undefined;
  return (kind === alertKindNumbers.disconnected ? threshold?.alert_time : threshold?.alert_th_value) ?? null;
}

const fieldOf = Object.fromEntries(measuredKinds.map(({ kind, field }) => [kind, field])) as {
  readonly [K in MeasuredKind]: UsageField;
};

/** The sample, unless the device is off, the sample is older than its connection, or late. */
function freshSample({ online, onlineSince, sample, maxSampleAgeMs }: ObservedDevice, now: number) {
  if (!online || !sample || (onlineSince !== null && sample.at < onlineSince)) return null;
  return now - sample.at <= maxSampleAgeMs ? sample : null;
}

function findingsOf(device: ObservedDevice, context: ThresholdContext): AlertFinding[] {
  const of = (kind: AlertKind, finding: Omit<AlertFinding, 'device' | 'code'>): AlertFinding[] => {
    const code = alertCodeOf(device.osId, kind);
    return code ? [{ device: device.pk, code, ...finding }] : [];
  };
  const { now, absences } = context;
  if (!device.online) {
    const limit = limitOf(alertKindNumbers.disconnected, device, context);
    if (limit === null || device.offlineSince === null) return [];
    const seenMs = observedMs(absences, device.offlineSince, now);
    if (seenMs < limit * MINUTE_MS) return [];
    const value = Math.floor((now - device.offlineSince) / MINUTE_MS);
    const isAfterAbsence = seenMs < now - device.offlineSince;
    return of(alertKindNumbers.disconnected, { value, limit, sensor: '', isAfterAbsence });
  }
  const limits = measuredKinds.flatMap(({ kind, field }) => {
    const limit = limitOf(kind, device, context);
    return limit === null ? [] : [{ kind, field, limit }];
  });
  const [first] = limits;
  const hasOpen = device.open.some(({ code }) => alertKindOf(code) !== alertKindNumbers.disconnected);
  if (first && !hasOpen && sendsNothing(device, context))
    return of(first.kind, { value: null, limit: first.limit, sensor: '', isAfterAbsence: false });
  const sample = freshSample(device, now);
  if (!sample) return [];
  return limits.flatMap(({ kind, field, limit }) => {
    const value = sample.values[field];
    return value !== null && isThresholdCrossed(kind, value, limit, false)
      ? of(kind, { value, limit, sensor: sensorOf(kind, sample), isAfterAbsence: false })
      : [];
  });
}

const sensorOf = (kind: AlertKind, { fan }: LatestSample): string => (kind === alertKindNumbers.fanSpeed ? fan : '');

function sendsNothing({ online, onlineSince, sample }: ObservedDevice, { now, absences }: ThresholdContext): boolean {
  if (!online || onlineSince === null) return false;
  return observedMs(absences, Math.max(onlineSince, sample?.at ?? 0), now) >= NO_DATA_AFTER_MS;
}

function verdictOf(alert: OpenAlert, device: ObservedDevice, context: ThresholdContext): Verdict {
  const kind = alertKindOf(alert.code);
  const limit = alertCodeOf(device.osId, kind) === alert.code ? limitOf(kind, device, context) : null;
  if (limit === null) return { ends: 'threshold' };
  return kind === alertKindNumbers.disconnected
    ? verdictOfDisconnected(alert, device, { limit, now: context.now })
    : verdictOfMeasured({ alert, kind, limit }, device, context);
}

function verdictOfDisconnected(
  alert: OpenAlert,
  { online, offlineSince }: ObservedDevice,
  { limit, now }: { limit: number; now: number },
): Verdict {
  if (online) return { ends: 'recovered' };
  if (offlineSince !== null && now - offlineSince < limit * MINUTE_MS) return { ends: 'threshold' };
  return { ...alert, limit };
}

interface MeasuredAlert {
  readonly alert: OpenAlert;
  readonly kind: MeasuredKind;
  readonly limit: number;
}

function verdictOfMeasured(measured: MeasuredAlert, device: ObservedDevice, context: ThresholdContext): Verdict {
  const { alert, kind, limit } = measured;
  const sample = freshSample(device, context.now);
  // It was raised because nothing came.
  if (alert.noData && alert.value === null && sample) return { ends: 'recovered' };
  const value = sample?.values[fieldOf[kind]] ?? null;
  if (!sample || value === null) return verdictOfUnknown(measured, device, context);
  const isChanged = alert.limit !== null && alert.limit !== limit;
  if (!isThresholdCrossed(kind, value, limit, !isChanged)) return { ends: isChanged ? 'threshold' : 'recovered' };
  const isDue = alert.lastValueAt === null || sample.at - alert.lastValueAt >= LAST_VALUE_INTERVAL_MS;
  const last = isDue
    ? { lastValue: value, lastValueAt: sample.at, sensor: sensorOf(kind, sample) || alert.sensor }
    : alert;
  return {
    limit,
    lastValue: last.lastValue,
    lastValueAt: last.lastValueAt,
    unknownSince: null,
    noData: false,
    sensor: last.sensor,
  };
}

function verdictOfUnknown(
  { alert, kind, limit }: MeasuredAlert,
  device: ObservedDevice,
  context: ThresholdContext,
): Verdict {
  const { now, absences } = context;
  const last = lastKnownValue(alert, kind, device.sample);
  // A person has changed the threshold: the last value decides, because no other will come.
  if (alert.limit !== null && alert.limit !== limit && last.lastValue !== null)
    if (!isThresholdCrossed(kind, last.lastValue, limit, false)) return { ends: 'threshold' };
  const since = alert.unknownSince ?? Math.max(alert.raisedAt, startOfSilence(device, now));
  // That a connected device sends nothing stays true however long it does.
  const isNoDataFinding = alert.noData && alert.value === null;
  const isSilent = observedMs(absences, since, now) >= SILENCE_ENDS_ALERT_MS;
  if (isSilent && !(isNoDataFinding && device.online)) return { ends: 'silence' };
  const noData = isNoDataFinding || sendsNothing(device, context);
  return { limit, ...last, unknownSince: since, noData, sensor: alert.sensor };
}

function startOfSilence({ online, offlineSince, sample, maxSampleAgeMs }: ObservedDevice, now: number): number {
  if (!online) return offlineSince ?? now;
  return sample && now - sample.at > maxSampleAgeMs ? sample.at : now;
}

/** A sample that was sent after the stored value is the last one, however old it is. */
function lastKnownValue(
  { value, lastValue, lastValueAt, raisedAt }: OpenAlert,
  kind: MeasuredKind,
  sample: LatestSample | null,
) {
  const sampled = sample?.values[fieldOf[kind]] ?? null;
  if (sample && sampled !== null && sample.at > (lastValueAt ?? raisedAt))
    return { lastValue: sampled, lastValueAt: sample.at };
  return lastValueAt === null
    ? { lastValue: value, lastValueAt: value === null ? null : raisedAt }
    : { lastValue, lastValueAt };
}
