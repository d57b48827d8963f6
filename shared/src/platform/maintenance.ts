import { and, eq, exists, gt, isNotNull, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DevicePk } from '../contract/ids.ts';
import { tagKey } from '../contract/tag-rules.ts';
import { isQuiet, MAINTENANCE_GRACE_MS, type MaintenanceSchedule } from '../domain/maintenance-windows.ts';
import { timeZoneOf } from '../domain/time-zones.ts';
import type { ReadTx } from './db/client.ts';
import { whereKeyIn } from './db/has-key.ts';
import { devices } from './db/schema/devices.ts';
import { incidents } from './db/schema/incidents.ts';
import { maintenanceWindows } from './db/schema/maintenance-windows.ts';
import { alerts } from './db/schema/records.ts';

export type StoredMaintenanceWindow = typeof maintenanceWindows.$inferSelect;

export const scheduleOf = (window: StoredMaintenanceWindow): MaintenanceSchedule => ({
  start: window.startAt.getTime(),
  end: window.endAt.getTime(),
  weekDays: window.weekDays,
  timeZone: timeZoneOf(window.timeZoneId).name,
  endedAt: window.endedAt?.getTime() ?? null,
  removedAt: window.removedAt?.getTime() ?? null,
});

/** Whether a device belongs to a window. */
export function whereInMaintenance({ isForAll, groupFk, tags, devicePks }: StoredMaintenanceWindow): SQL {
  if (isForAll) return sql`true`;
  if (tags !== null) {
    const keys = sql.param(tags.map(tagKey));
    return sql`exists (select 1 from unnest(${devices.tags}) as tag where lower(tag) = any(${keys}::text[]))`;
  }
  if (devicePks !== null) return whereKeyIn(devices.pk, devicePks);
  return sql`${devices.groupFk} in (
    with recursive below as (
      select pk from device_groups where pk = ${groupFk}
      union select g.pk from device_groups g join below on g.group_fk = below.pk
    ) select pk from below)`;
}

/** The devices whose alerts are told to nobody now; undefined where there are none. */
export async function whereQuiet(tx: ReadTx, now: number): Promise<SQL | undefined> {
  const since = new Date(now - MAINTENANCE_GRACE_MS);
  const candidates = await tx
    .select()
    .from(maintenanceWindows)
    .where(
      and(
        or(isNull(maintenanceWindows.removedAt), gt(maintenanceWindows.removedAt, since)),
        or(isNotNull(maintenanceWindows.weekDays), gt(maintenanceWindows.endAt, since)),
      ),
    );
  return or(...candidates.filter((window) => isQuiet(scheduleOf(window), now)).map(whereInMaintenance));
}

/**
 * The incidents with an open alert of a device that is not in maintenance; undefined where all are. Somebody who asks
 * for quiet takes care of the others, so that they do not escalate.
 */
export async function whereLoud(tx: ReadTx, now: number): Promise<SQL | undefined> {
  const quiet = await whereQuiet(tx, now);
  if (!quiet) return undefined;
  const open = alias(alerts, 'open');
  return exists(
    tx
      .select({ one: sql`1` })
      .from(open)
      .where(
        and(
          eq(open.incidentFk, incidents.pk),
          isNull(open.endedAt),
          notInArray(open.deviceFk, tx.select({ pk: devices.pk }).from(devices).where(quiet)),
        ),
      ),
  );
}

/** Of some devices, those whose alerts are told to nobody now. */
export async function readQuietDevices(
  tx: ReadTx,
  pks: readonly DevicePk[],
  now: number,
): Promise<ReadonlySet<DevicePk>> {
  const quiet = pks.length === 0 ? undefined : await whereQuiet(tx, now);
  if (!quiet) return new Set();
  const rows = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .where(and(whereKeyIn(devices.pk, pks), quiet));
  return new Set(rows.map(({ pk }) => pk));
}
