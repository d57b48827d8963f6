import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import {
  alertKindNumbers,
  isThresholdCrossed,
  measuredKinds,
  mostSensitiveThresholds,
  type AlertKind,
} from '@vigil/shared/domain/thresholds';
import { commitChange, sendOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { announceIncidentsOnCommit } from '@vigil/shared/platform/incident-changes';
import { readQuietDevices } from '@vigil/shared/platform/maintenance';
import { onlineSince } from '@vigil/shared/platform/redis/presence';
import { readLatestSamples, usageOf, type StoredSample, type UsageValues } from '@vigil/shared/platform/redis/usage';
import { tellChannels } from '../channels/tell-channels.ts';
import type { Deps } from '../deps.ts';
import { takeDueFindings } from './due-findings.ts';
import {
  evaluateDevice,
  NO_DATA_AFTER_MS,
  type AlertFinding,
  type DeviceEvaluation,
  type ThresholdContext,
} from './evaluate-device.ts';
import { readAbsences } from './heartbeat.ts';
import {
  endAlerts,
  lockAlertEvaluation,
  raiseAlerts,
  readMonitoredDevices,
  readUnalertedDevices,
  readOpenAlerts,
  readUntoldQuietAlerts,
  readGroupParents,
  readCompanyAlertThresholds,
  updateOpenAlerts,
  type AlertRow,
} from './queries.ts';
import { queueDueIncidentMails } from './queue-incident-mails.ts';
import type { RaisedAlert } from './raised-alert.ts';
import { readMaxSampleAges } from './sample-ages.ts';
import { updateIncidents } from './update-incidents.ts';

/** A site that goes down raises an alert for each of its devices at once. */
const ROWS_PER_MESSAGE = 1_000;
const MINUTE_MS = 60_000;

interface Measured {
  /** The connected devices, with since when. */
  readonly online: ReadonlyMap<DevicePk, number | null>;
  readonly samples: ReadonlyMap<DevicePk, StoredSample>;
}

/**
 * Compares a company's devices with its thresholds, raises new alerts and ends those whose cause is gone. It evaluates
 * the current state only, so that a lost or repeated job makes no difference.
 */
export async function updateAlerts(deps: Deps, company: CompanyPk): Promise<void> {
  const { redis, now } = deps;
  const measured = { online: await onlineSince(redis, company), samples: await readLatestSamples(redis, company) };
  const at = now();
  await commitChange(deps, company, async (tx) => {
    // A run that takes longer than the interval must not overlap with the next: both would place the same alerts.
    await lockAlertEvaluation(tx, company);
    const evaluation = await evaluateDevices(tx, measured, at);
    const due = await takeDueFindings(redis, company, { findings: evaluation.found, now: at });
    const quiet = await readQuietAlertsAndDevices(tx, due, at);
    const { raised, ...written } = await writeAlerts(tx, company, {
      evaluation,
      due,
      quiet: quiet.devices,
      at: new Date(at),
    });
    const online = new Set(measured.online.keys());
    const afterMaintenance = quiet.alerts.filter(({ pk }) => !written.ended.some((ended) => ended.pk === pk));
    const told = raised.filter(({ row }) => !row.isQuiet);
    const incidentChanges = await updateIncidents(tx, { company, raised: told, afterMaintenance, online, now: at });
    announceAlertsOnCommit(tx, company, [...written.ended, ...written.updated, ...raised.map(({ row }) => row)]);
    announceIncidentsOnCommit(tx, company, incidentChanges);
  });
  await queueDueIncidentMails(deps, company);
  await tellChannels(deps, company);
}

async function evaluateDevices(tx: Tx, { online, samples }: Measured, now: number): Promise<DeviceEvaluation> {
  const context: ThresholdContext = {
    thresholds: await readCompanyAlertThresholds(tx),
    parents: await readGroupParents(tx),
    absences: await readAbsences(tx, now),
    now,
  };
  const open = await readOpenAlerts(tx);
  // Of 50,000 devices, only those that may have a reason are read.
  const widest = mostSensitiveThresholds(context.thresholds);
  const suspects = [...online].filter(([pk, since]) => {
    const sample = samples.get(pk);
    return crossesAny(sample?.values ?? [], widest) || isSilent(since, sample, { widest, now });
  });
  const minutes = widest.get(alertKindNumbers.disconnected);
  const gone = minutes === undefined ? [] : await readUnalertedDevices(tx, new Date(now - minutes * MINUTE_MS));
  const known = await readMonitoredDevices(tx, [...new Set([...suspects.map(([pk]) => pk), ...open.keys()])]);
  const candidates = new Map([...gone.filter(({ pk }) => !online.has(pk)), ...known].map((row) => [row.pk, row]));

  const maxSampleAge = await readMaxSampleAges(tx);
  const evaluations = [...candidates.values()].map((row) => {
    const { pk, group, osId, disconnectedAt } = row;
    const isOnline = online.has(pk);
    const sample = samples.get(pk);
    return evaluateDevice(
      {
        pk,
        group,
        osId,
        online: isOnline,
        onlineSince: online.get(pk) ?? null,
        offlineSince: isOnline ? null : (disconnectedAt?.getTime() ?? null),
        sample: sample ? { ...sample, values: usageOf(sample.values) } : null,
        maxSampleAgeMs: maxSampleAge(row),
        open: open.get(pk) ?? [],
      },
      context,
    );
  });
  const unmonitored = [...open].flatMap(([pk, alerts]) => (candidates.has(pk) ? [] : alerts));
  return {
    found: evaluations.flatMap(({ found }) => found),
    updated: evaluations.flatMap(({ updated }) => updated),
    ended: [
      ...evaluations.flatMap(({ ended }) => ended),
      ...unmonitored.map(({ pk }) => ({ pk, reason: 'device' as const })),
    ],
  };
}

interface AlertsToWrite {
  readonly evaluation: DeviceEvaluation;
  readonly due: readonly AlertFinding[];
  readonly quiet: ReadonlySet<DevicePk>;
  readonly at: Date;
}

/** The devices of new alerts that are in maintenance, and the open alerts of windows that are over. */
async function readQuietAlertsAndDevices(tx: Tx, due: readonly AlertFinding[], now: number) {
  const untold = await readUntoldQuietAlerts(tx);
  const concerned = new Set([...due.map(({ device }) => device), ...untold.map(({ deviceFk }) => deviceFk)]);
  const devices = await readQuietDevices(tx, [...concerned], now);
  return { devices, alerts: untold.filter(({ deviceFk }) => !devices.has(deviceFk)) };
}

async function writeAlerts(tx: Tx, company: CompanyPk, { evaluation, due, quiet, at }: AlertsToWrite) {
  const ended = await endAlerts(tx, evaluation.ended, at);
  const updated = await updateOpenAlerts(tx, evaluation.updated, at.getTime());
  const found = new Map(due.map((finding) => [`${finding.device}|${finding.code}`, finding]));
  const raised = (await raiseAlerts(tx, company, { findings: due, quiet, at })).flatMap((row): RaisedAlert[] => {
    const finding = found.get(`${row.deviceFk}|${row.alertCode}`);
    return finding ? [{ row, finding }] : [];
  });
  return { ended, updated, raised };
}

const measuredColumns = measuredKinds.map(({ kind, field }) => ({ kind, column: usageColumns.indexOf(field) }));

const crossesAny = (values: UsageValues, widest: ReadonlyMap<AlertKind, number>): boolean =>
  measuredColumns.some(({ kind, column }) => {
    const [value, threshold] = [values[column], widest.get(kind)];
    return value != null && threshold !== undefined && isThresholdCrossed(kind, value, threshold, false);
  });

const isSilent = (
  since: number | null,
  sample: StoredSample | undefined,
  { widest, now }: { widest: ReadonlyMap<AlertKind, number>; now: number },
): boolean =>
  since !== null &&
  now - Math.max(since, sample?.at ?? 0) >= NO_DATA_AFTER_MS &&
  measuredKinds.some(({ kind }) => widest.has(kind));

function announceAlertsOnCommit(tx: ChangeTx, company: CompanyPk, changed: readonly AlertRow[]): void {
  const rows = changed.map((alert) => ({
    pk: alert.pk,
    device_pk: alert.deviceFk,
    alert_code: alert.alertCode,
    alert_value: alert.value,
    alert_limit: alert.limit,
    last_value: alert.lastValue,
    last_value_at: alert.lastValueAt?.getTime() ?? null,
    unknown_since: alert.unknownSince?.getTime() ?? null,
    no_data: alert.noData,
    sensor: alert.sensor,
    end_reason: alert.endReason,
    at: alert.raisedAt.getTime(),
    ended_at: alert.endedAt?.getTime() ?? null,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE) {
    sendOnCommit(tx, company, { t: 'alerts', rows: rows.slice(start, start + ROWS_PER_MESSAGE) });
  }
}
