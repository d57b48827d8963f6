import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import type { ThresholdsByGroup } from '@vigil/shared/domain/thresholds';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { alerts, alertThresholds } from '@vigil/shared/platform/db/schema/records';
import type { Finding } from './evaluate-thresholds.ts';

export async function companiesWithThresholds(tx: Tx): Promise<CompanyPk[]> {
  const rows = await tx.selectDistinct({ company: alertThresholds.companyFk }).from(alertThresholds);
  return rows.map((row) => row.company);
}

export async function readThresholds(tx: Tx): Promise<ThresholdsByGroup> {
  const byGroup = new Map<GroupPk, Map<AlertCode, AlertThreshold>>();
  for (const row of await tx.select().from(alertThresholds)) {
    const { groupFk: group, alertCode: code } = row;
    const ofGroup = byGroup.get(group) ?? new Map<AlertCode, AlertThreshold>();
    byGroup.set(group, ofGroup.set(code, { alert_code: code, alert_time: row.minutes, alert_th_value: row.value }));
  }
  return byGroup;
}

export async function readParents(tx: Tx): Promise<Map<GroupPk, GroupPk | null>> {
  const rows = await tx.select({ pk: deviceGroups.pk, parent: deviceGroups.groupFk }).from(deviceGroups);
  return new Map(rows.map((row) => [row.pk, row.parent]));
}

/** Approved devices only, because devices awaiting approval must not raise alerts. */
export const readMonitoredDevices = (tx: Tx) =>
  tx
    .select({
      pk: devices.pk,
      group: devices.groupFk,
      osId: devices.osId,
      lastDisconnectedAt: devices.lastDisconnectedAt,
    })
    .from(devices)
    .where(sql`${devices.approval} = 1`);

/** Stores an alert for every finding that has no open alert. @returns the new alerts */
export async function raiseAlerts(tx: Tx, company: CompanyPk, findings: readonly Finding[], at: Date) {
  if (findings.length === 0) return [];
  const named = await tx
    .select({ pk: devices.pk, alias: devices.alias, osId: devices.osId })
    .from(devices)
    .where(inArray(devices.pk, [...new Set(findings.map((finding) => finding.device))]));
  const byPk = new Map(named.map((row) => [row.pk, row]));
  return tx
    .insert(alerts)
    .values(
      findings.map(({ device, code, value }) => ({
        companyFk: company,
        deviceFk: device,
        deviceAlias: byPk.get(device)?.alias ?? '',
        osId: byPk.get(device)?.osId ?? 0,
        alertCode: code,
        value,
        raisedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning();
}

/** Ends the open alerts without a finding. @returns their number */
export async function endAlerts(tx: Tx, findings: readonly Finding[], at: Date): Promise<number> {
  const still = new Set(findings.map(({ device, code }) => `${device}|${code}`));
  const open = await tx.select().from(alerts).where(isNull(alerts.endedAt));
  const over = open.filter((row) => !still.has(`${row.deviceFk}|${row.alertCode}`)).map((row) => row.pk);
  if (over.length > 0) {
    await tx
      .update(alerts)
      .set({ endedAt: at })
      .where(and(inArray(alerts.pk, over), isNull(alerts.endedAt)));
  }
  return over.length;
}
