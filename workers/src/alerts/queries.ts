import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { OsId } from '@vigil/shared/contract/device';
import type { AlertPk, AppConfigPk, CompanyPk, DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { MAX_UNKNOWN_SPANS } from '@vigil/shared/contract/limits';
import { alertKindNumbers, type ThresholdsByGroup } from '@vigil/shared/domain/thresholds';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts, alertThresholds } from '@vigil/shared/platform/db/schema/records';
import { and, eq, isNotNull, isNull, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { AlertFinding, AlertUpdate, DeviceEvaluation, OpenAlert } from './evaluate-device.ts';

/**
 * Those with thresholds, and those whose last threshold is gone while an alert of it is open or an end is not told yet.
 */
export async function companiesToEvaluate(tx: ReadTx): Promise<CompanyPk[]> {
  const [told, ends] = [alias(channelDeliveries, 'told'), alias(channelDeliveries, 'ends')];
  const isTold = tx
    .select({ one: sql`1` })
    .from(ends)
    .where(and(eq(ends.channelFk, told.channelFk), eq(ends.incidentFk, told.incidentFk), eq(ends.event, 'resolved')));
  const rows = await union(
    tx.select({ company: alertThresholds.companyFk }).from(alertThresholds),
    tx.select({ company: alerts.companyFk }).from(alerts).where(isNull(alerts.endedAt)),
    tx
      .select({ company: incidents.companyFk })
      .from(incidents)
      .where(and(isNotNull(incidents.resolvedAt), isNotNull(incidents.openingToldAt), isNull(incidents.endToldAt))),
    tx
      .select({ company: told.companyFk })
      .from(told)
      .innerJoin(channels, and(eq(channels.pk, told.channelFk), channels.isEnabled))
      .innerJoin(incidents, and(eq(incidents.pk, told.incidentFk), isNotNull(incidents.resolvedAt)))
      .where(and(ne(told.event, 'resolved'), notExists(isTold))),
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

/** The groups that hold devices, each once. */
export async function readGroupsOfDevices(tx: ReadTx, pks: readonly DevicePk[]): Promise<GroupPk[]> {
  const rows = await tx.selectDistinct({ group: devices.groupFk }).from(devices).where(whereKeyIn(devices.pk, pks));
  return rows.map(({ group }) => group);
}

export async function readDefaultGroup(tx: ReadTx): Promise<GroupPk> {
  const [row] = await tx.select({ pk: deviceGroups.pk }).from(deviceGroups).where(eq(deviceGroups.isDefault, 1));
  if (!row) throw new Error('the company has no default group');
  return row.pk;
}

/** What the evaluation knows of a device without its usage. */
export interface MonitoredDevice {
  readonly pk: DevicePk;
  readonly group: GroupPk;
  readonly osId: OsId;
  readonly config: AppConfigPk | null;
  /** Null while it is connected as far as the database knows. */
  readonly disconnectedAt: Date | null;
}

const monitored = {
  pk: devices.pk,
  group: devices.groupFk,
  osId: devices.osId,
  config: devices.appConfigFk,
  disconnectedAt: sql<Date | null>`case when ${devices.alive} = 0 then ${devices.lastDisconnectedAt} end`.mapWith(
    devices.lastDisconnectedAt,
  ),
};

/** Devices awaiting approval must not raise alerts. */
const isMonitored = eq(devices.approval, 1);

export const readMonitoredDevices = (tx: ReadTx, pks: readonly DevicePk[]): Promise<MonitoredDevice[]> =>
  tx
    .select(monitored)
    .from(devices)
    .where(and(isMonitored, whereKeyIn(devices.pk, pks)));

/**
 * Those that were disconnected at that time or before and have no open alert of it. Some of them may be connected
 * again.
 */
export const readUnalertedDevices = (tx: ReadTx, disconnectedBefore: Date): Promise<MonitoredDevice[]> =>
  tx
    .select(monitored)
    .from(devices)
    .where(
      and(
        isMonitored,
        eq(devices.alive, 0),
        lte(devices.lastDisconnectedAt, disconnectedBefore),
        sql`not exists (
          select 1 from ${alerts} a
          where a.device_fk = ${devices.pk} and a.ended_at is null
            and right(a.alert_code, 1) = ${String(alertKindNumbers.disconnected)})`,
      ),
    );

export async function readOpenAlerts(tx: ReadTx): Promise<Map<DevicePk, OpenAlert[]>> {
  const rows = await tx
    .select({
      pk: alerts.pk,
      device: alerts.deviceFk,
      code: alerts.alertCode,
      value: alerts.value,
      limit: alerts.limit,
      lastValue: alerts.lastValue,
      lastValueAt: alerts.lastValueAt,
      unknownSince: alerts.unknownSince,
      noData: alerts.noData,
      sensor: alerts.sensor,
      raisedAt: alerts.raisedAt,
    })
    .from(alerts)
    .where(isNull(alerts.endedAt));
  const open = rows.map(({ lastValueAt, unknownSince, raisedAt, ...row }) => ({
    ...row,
    lastValueAt: lastValueAt?.getTime() ?? null,
    unknownSince: unknownSince?.getTime() ?? null,
    raisedAt: raisedAt.getTime(),
  }));
  return Map.groupBy(open, ({ device }) => device);
}

/** An alert that was raised or that ended. */
export type AlertRow = typeof alerts.$inferSelect;

/**
 * Stores an alert for every finding; one that another worker has raised meanwhile is left out.
 * @returns the new alerts
 */
export async function raiseAlerts(
  tx: Tx,
  company: CompanyPk,
  { findings, quiet, at }: { findings: readonly AlertFinding[]; quiet: ReadonlySet<DevicePk>; at: Date },
): Promise<AlertRow[]> {
  if (findings.length === 0) return [];
  const found = JSON.stringify(findings.map((finding) => ({ ...finding, quiet: quiet.has(finding.device) })));
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
          lastValue: sql<number | null>`f.value`.as('last_value'),
          lastValueAt: sql<Date | null>`case when f.value is not null then ${at.toISOString()}::timestamptz end`.as(
            'last_value_at',
          ),
          unknownSince: sql<Date | null>`case when f.value is null then ${at.toISOString()}::timestamptz end`.as(
            'unknown_since',
          ),
          unknownSpans: sql<[]>`'[]'::jsonb`.as('unknown_spans'),
          noData: sql<boolean>`f.value is null`.as('no_data'),
          sensor: sql<string>`f.sensor`.as('sensor'),
          isQuiet: sql<boolean>`coalesce(f.quiet, false)`.as('is_quiet'),
          raisedAt: sql<Date>`${at.toISOString()}::timestamptz`.as('generate'),
          endedAt: sql<null>`null::timestamptz`.as('ended_at'),
          endReason: sql<null>`null::varchar`.as('end_reason'),
          incidentFk: sql<null>`null::bigint`.as('incident_fk'),
        })
        .from(
          sql`jsonb_to_recordset(${found}::jsonb) as f(device int, code text, value float8, "limit" float8, sensor text, quiet boolean)`,
        )
        .innerJoin(devices, sql`${devices.pk} = f.device`),
    )
    .onConflictDoNothing()
    .returning();
}

/** The open alerts that began in a maintenance window and were told to nobody. */
export const readUntoldQuietAlerts = (tx: ReadTx): Promise<AlertRow[]> =>
  tx
    .select()
    .from(alerts)
    .where(and(alerts.isQuiet, isNull(alerts.incidentFk), isNull(alerts.endedAt)));

/** @returns those of these alerts that were open until now */
export async function endAlerts(tx: Tx, ended: DeviceEvaluation['ended'], at: Date): Promise<AlertRow[]> {
  const rows: AlertRow[] = [];
  for (const [reason, some] of Map.groupBy(ended, (one) => one.reason)) {
    const pks = some.map(({ pk }) => pk);
    rows.push(
      ...(await tx
        .update(alerts)
        .set({ endedAt: at, endReason: reason })
        .where(and(whereKeyIn(alerts.pk, pks), isNull(alerts.endedAt)))
        .returning()),
    );
  }
  return rows;
}

const lastSpans = `$[last - ${MAX_UNKNOWN_SPANS - 1} to last]`;

/**
 * Writes what is known of open alerts now; a value that is known again leaves the span in which it was not.
 * @returns those of which more than the last value is new
 */
export async function updateOpenAlerts(tx: Tx, updates: readonly AlertUpdate[], now: number): Promise<AlertRow[]> {
  if (updates.length === 0) return [];
  const rows = updates.map(({ pk, limit, lastValue, lastValueAt, unknownSince, noData, sensor }) => ({
    pk,
    alert_limit: limit,
    last_value: lastValue,
    last_value_at: lastValueAt === null ? null : new Date(lastValueAt).toISOString(),
    unknown_since: unknownSince === null ? null : new Date(unknownSince).toISOString(),
    no_data: noData,
    sensor,
  }));
  await tx.execute(sql`
    update alerts a set alert_limit = f.alert_limit, last_value = f.last_value, last_value_at = f.last_value_at,
      unknown_since = f.unknown_since, no_data = f.no_data, sensor = f.sensor,
      unknown_spans = case when a.unknown_since is null or f.unknown_since is not null then a.unknown_spans
        else jsonb_path_query_array(
          a.unknown_spans || jsonb_build_array(
            jsonb_build_array(floor(extract(epoch from a.unknown_since) * 1000)::bigint, ${now}::bigint)),
          ${lastSpans}::jsonpath) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(pk bigint, alert_limit float8, last_value float8,
      last_value_at timestamptz, unknown_since timestamptz, no_data boolean, sensor text)
    where a.pk = f.pk and a.ended_at is null`);
  const pks = updates.filter(({ isRefreshed }) => !isRefreshed).map(({ pk }) => pk);
  return tx
    .select()
    .from(alerts)
    .where(and(whereKeyIn(alerts.pk, pks), isNull(alerts.endedAt)));
}
