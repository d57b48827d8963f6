import type { AlertCode } from '@vigil/shared/contract/alert';
import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import { usageColumns } from '@vigil/shared/contract/names';
import {
  alertKindNumbers,
  isThresholdCrossed,
  measuredKinds,
  mostSensitiveThresholds,
  type AlertKind,
} from '@vigil/shared/domain/thresholds';
import type { Tx } from '@vigil/shared/platform/db/client';
import { commitChange, sendOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { createRateLimitedMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { announceIncidentsOnCommit } from '@vigil/shared/platform/incident-changes';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import { readLatestUsage, usageOf, type UsageValues } from '@vigil/shared/platform/redis/usage';
import type { Deps } from '../deps.ts';
import { evaluateThresholds } from './evaluate-thresholds.ts';
import {
  endAlerts,
  lockAlertEvaluation,
  raiseAlerts,
  readMonitoredDevices,
  readLastDisconnectedWithoutAlert,
  readOpenAlerts,
  readGroupParents,
  readCompanyAlertThresholds,
  type AlertRow,
} from './queries.ts';
import { queueDueIncidentMails } from './queue-incident-mails.ts';
import { updateIncidents } from './update-incidents.ts';

/** A site that goes down raises an alert for each of its devices at once. */
const ROWS_PER_MESSAGE = 1_000;
const MINUTE_MS = 60_000;

interface Measured {
  readonly online: ReadonlySet<DevicePk>;
  readonly usage: ReadonlyMap<DevicePk, UsageValues>;
}

/**
 * Compares a company's devices with its thresholds, raises new alerts and ends those whose cause is gone. It evaluates the
 * current state only, so that a lost or repeated job makes no difference.
 */
export async function updateAlertsAndIncidents(deps: Deps, company: CompanyPk): Promise<void> {
  const { redis, now, publicUrl } = deps;
  const measured = { online: await onlineDevices(redis, company), usage: await readLatestUsage(redis, company) };
  const at = now();
  const queueMail = createRateLimitedMailQueue(deps);
  await commitChange(deps, company, async (tx) => {
    // A run that takes longer than the interval must not overlap with the next: both would place the same alerts.
    await lockAlertEvaluation(tx, company);
    const { ended, raised } = await writeAlerts(tx, company, measured, at);
    const pks = raised.map(({ pk }) => pk);
    const incidentChanges = await updateIncidents(tx, { company, raised: pks, online: measured.online, now: at });
    await queueDueIncidentMails(tx, { company, now: at, publicUrl, redis, queueMail });
    announceAlertsOnCommit(tx, company, [...ended, ...raised]);
    announceIncidentsOnCommit(tx, company, incidentChanges);
  });
}

async function writeAlerts(
  tx: Tx,
  company: CompanyPk,
  { online, usage }: Measured,
  now: number,
): Promise<{ ended: AlertRow[]; raised: AlertRow[] }> {
  const at = new Date(now);
  const rules = { thresholds: await readCompanyAlertThresholds(tx), parents: await readGroupParents(tx), now };
  const openAlerts = await readOpenAlerts(tx);
  const openCodes = new Map<DevicePk, Set<AlertCode>>();
  for (const { device, code } of openAlerts) openCodes.set(device, (openCodes.get(device) ?? new Set()).add(code));

  // Of 50,000 devices, only those that may have a reason are read.
  const widest = mostSensitiveThresholds(rules.thresholds);
  const busy = [...usage].filter(([pk, values]) => online.has(pk) && crossesAny(values, widest)).map(([pk]) => pk);
  const minutes = widest.get(alertKindNumbers.disconnected);
  const gone =
    minutes === undefined ? [] : await readLastDisconnectedWithoutAlert(tx, new Date(now - minutes * MINUTE_MS));
  const known = await readMonitoredDevices(tx, [...new Set([...busy, ...openCodes.keys()])]);
  const candidates = new Map([...gone.filter(({ pk }) => !online.has(pk)), ...known].map((row) => [row.pk, row]));

  const findings = [...candidates.values()].flatMap(({ pk, group, osId, lastDisconnectedAt }) => {
    const values = usage.get(pk);
    return evaluateThresholds(
      {
        pk,
        group,
        osId,
        online: online.has(pk),
        offlineSince: lastDisconnectedAt?.getTime() ?? null,
        usage: values ? usageOf(values) : null,
        open: openCodes.get(pk) ?? new Set(),
      },
      rules,
    );
  });
  const isOpen = ({ device, code }: { device: DevicePk; code: AlertCode }) => openCodes.get(device)?.has(code) === true;
  const still = new Set(findings.filter(isOpen).map(({ device, code }) => `${device}|${code}`));
  const over = openAlerts.filter(({ device, code }) => !still.has(`${device}|${code}`)).map(({ pk }) => pk);
  const unknown = findings.filter((finding) => !isOpen(finding));
  return { ended: await endAlerts(tx, over, at), raised: await raiseAlerts(tx, company, unknown, at) };
}

const measuredColumns = measuredKinds.map(({ kind, field }) => ({ kind, column: usageColumns.indexOf(field) }));

const crossesAny = (values: UsageValues, widest: ReadonlyMap<AlertKind, number>): boolean =>
  measuredColumns.some(({ kind, column }) => {
    const [value, threshold] = [values[column], widest.get(kind)];
    return value != null && threshold !== undefined && isThresholdCrossed(kind, value, threshold, false);
  });

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
