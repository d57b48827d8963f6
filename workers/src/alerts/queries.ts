import { union } from 'drizzle-orm/pg-core';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { OsId } from '@vigil/shared/contract/device';
import type { AlertPk, CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { alertKindNumbers, type ThresholdsByGroup } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { alerts, alertThresholds } from '@vigil/shared/platform/db/schema/records';
import type { CrossedThreshold } from './evaluate-thresholds.ts';

/** Those with thresholds, and those whose last threshold is gone while an alert of it is still open. */
export async function companiesToEvaluate(tx: ReadTx): Promise<CompanyPk[]> {
  const rows = await union(
    tx.select({ company: alertThresholds.companyFk }).from(alertThresholds),
    tx.select({ company: alerts.companyFk }).from(alerts).where(isNull(alerts.endedAt)),
  );
  return rows.map((row) => row.company);
}

/** Until the end of the transaction. */
export const lockAlertEvaluation = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451198, ${company})`);

export async function readCompanyAlertThresholds(tx: ReadTx): Promise<ThresholdsByGroup> {
  const byGroup = new Map<GroupPk, Map<AlertCode, AlertThreshold>>();
  for (const row of await tx.select().from(alertThresholds)) {
    const { groupFk: group, alertCode: code } = row;
    const ofGroup = byGroup.get(group) ?? new Map<AlertCode, AlertThreshold>();
    byGroup.set(group, ofGroup.set(code, { alert_code: code, alert_time: row.minutes, alert_th_value: row.value }));
  }
  return byGroup;
}

export async function readGroupParents(tx: ReadTx): Promise<Map<GroupPk, GroupPk | null>> {
  const rows = await tx.select({ pk: deviceGroups.pk, parent: deviceGroups.groupFk }).from(deviceGroups);
  return new Map(rows.map((row) => [row.pk, row.parent]));
}

/** What the evaluation knows of a device without its usage. */
export interface MonitoredDevice {
  readonly pk: DevicePk;
  readonly group: GroupPk;
  readonly osId: OsId;
  readonly lastDisconnectedAt: Date | null;
}

const monitored = {
  pk: devices.pk,
  group: devices.groupFk,
  osId: devices.osId,
  lastDisconnectedAt: devices.lastDisconnectedAt,
};

/** Devices awaiting approval must not raise alerts. */
const isMonitored = eq(devices.approval, 1);

export const readMonitoredDevices = (tx: ReadTx, pks: readonly DevicePk[]): Promise<MonitoredDevice[]> =>
  tx
    .select(monitored)
    .from(devices)
    .where(and(isMonitored, whereKeyIn(devices.pk, pks)));

/** Those that were disconnected at that time or before and have no open alert of it. Some of them may be connected again. */
export const readLastDisconnectedWithoutAlert = (tx: ReadTx, disconnectedBefore: Date): Promise<MonitoredDevice[]> =>
  tx
    .select(monitored)
    .from(devices)
    .where(
      and(
        isMonitored,
        lte(devices.lastDisconnectedAt, disconnectedBefore),
        sql`not exists (
          select 1 from ${alerts} a
          where a.device_fk = ${devices.pk} and a.ended_at is null
            and right(a.alert_code, 1) = ${String(alertKindNumbers.disconnected)})`,
      ),
    );

export interface OpenAlert {
  readonly pk: AlertPk;
  readonly device: DevicePk;
  readonly code: AlertCode;
}

export const readOpenAlerts = (tx: ReadTx): Promise<OpenAlert[]> =>
  tx
    .select({ pk: alerts.pk, device: alerts.deviceFk, code: alerts.alertCode })
    .from(alerts)
    .where(isNull(alerts.endedAt));

/** An alert that was raised or that ended. */
export type AlertRow = typeof alerts.$inferSelect;

/**
 * Stores an alert for every finding; one that another worker has raised meanwhile is left out.
 * @returns the new alerts
 */
export async function raiseAlerts(
  tx: Tx,
  company: CompanyPk,
  findings: readonly CrossedThreshold[],
  at: Date,
): Promise<AlertRow[]> {
  if (findings.length === 0) return [];
  const found = JSON.stringify(findings);
  return tx
    .insert(alerts)
    .select(
      tx
        .select({
          pk: sql<AlertPk>`nextval(pg_get_serial_sequence('alerts', 'pk'))`.as('pk'),
          companyFk: sql<CompanyPk>`${company}::int`.as('company_fk'),
          deviceFk: devices.pk,
          deviceAlias: devices.alias,
          osId: devices.osId,
          alertCode: sql<AlertCode>`f.code`.as('code'),
          value: sql<number>`f.value`.as('value'),
          limit: sql<number>`f."limit"`.as('alert_limit'),
          lastValue: sql<number | null>`null::float8`.as('last_value'),
          lastValueAt: sql<null>`null::timestamptz`.as('last_value_at'),
          unknownSince: sql<null>`null::timestamptz`.as('unknown_since'),
          noData: sql<boolean>`false`.as('no_data'),
          sensor: sql<string>`''`.as('sensor'),
          raisedAt: sql<Date>`${at.toISOString()}::timestamptz`.as('generate'),
          endedAt: sql<null>`null::timestamptz`.as('ended_at'),
          endReason: sql<null>`null::varchar`.as('end_reason'),
          incidentFk: sql<null>`null::bigint`.as('incident_fk'),
        })
        .from(sql`jsonb_to_recordset(${found}::jsonb) as f(device int, code text, value float8, "limit" float8)`)
        .innerJoin(devices, sql`${devices.pk} = f.device`),
    )
    .onConflictDoNothing()
    .returning();
}

/** @returns those of these alerts that were open until now */
export async function endAlerts(tx: Tx, pks: readonly AlertPk[], at: Date): Promise<AlertRow[]> {
  if (pks.length === 0) return [];
  return tx
    .update(alerts)
    .set({ endedAt: at, endReason: 'recovered' })
    .where(and(whereKeyIn(alerts.pk, pks), isNull(alerts.endedAt)))
    .returning();
}
