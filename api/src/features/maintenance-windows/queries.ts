import type { CompanyPk, DevicePk, MaintenanceWindowPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { maintenanceWindows } from '@vigil/shared/platform/db/schema/maintenance-windows';
import { whereInMaintenance, type StoredMaintenanceWindow } from '@vigil/shared/platform/maintenance';
import { and, asc, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';

type NewWindow = typeof maintenanceWindows.$inferInsert;

/** Two requests at once would each count without the window of the other. */
export const lockMaintenanceChanges = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451201, ${company})`);

export const selectWindows = (tx: ReadTx, pk?: MaintenanceWindowPk): Promise<StoredMaintenanceWindow[]> =>
  tx
    .select()
    .from(maintenanceWindows)
    .where(and(isNull(maintenanceWindows.removedAt), pk === undefined ? undefined : eq(maintenanceWindows.pk, pk)))
    .orderBy(asc(maintenanceWindows.startAt), asc(maintenanceWindows.pk));

/** How many devices in sight each window has, in one pass over them. */
export async function countWindowDevices(
  tx: ReadTx,
  caller: Pick<Caller, 'sight'>,
  windows: readonly StoredMaintenanceWindow[],
): Promise<number[]> {
  if (windows.length === 0) return [];
  const counted = Object.fromEntries(
    windows.map((window, i): [string, SQL<number>] => [
      `w${i}`,
      sql<number>`(count(*) filter (where ${whereInMaintenance(window)}))::int`,
    ]),
  );
  const [row] = await tx.select(counted).from(devices).where(whereInSight(caller));
  return windows.map((_, i) => row?.[`w${i}`] ?? 0);
}

/** The names of those devices that the caller sees. */
export const selectDeviceNames = (tx: ReadTx, caller: Pick<Caller, 'sight'>, pks: readonly DevicePk[]) =>
  tx
    .select({ pk: devices.pk, alias: devices.alias })
    .from(devices)
    .where(and(whereKeyIn(devices.pk, pks), whereInSight(caller)))
    .orderBy(asc(devices.alias), asc(devices.pk));

export const countExistingDevices = (tx: ReadTx, pks: readonly DevicePk[]): Promise<number> =>
  tx.$count(devices, whereKeyIn(devices.pk, pks));

/** Those that repeat, and those whose end is to come. */
export async function countUnfinishedWindows(tx: ReadTx, now: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(maintenanceWindows)
    .where(
      and(
        isNull(maintenanceWindows.removedAt),
        sql`(${maintenanceWindows.weekDays} is not null or ${maintenanceWindows.endAt} > ${now.toISOString()}::timestamptz)`,
      ),
    );
  return row?.count ?? 0;
}

export async function insertWindow(tx: Tx, window: NewWindow): Promise<MaintenanceWindowPk> {
  const [row] = await tx.insert(maintenanceWindows).values(window).returning({ pk: maintenanceWindows.pk });
  if (!row) throw new Error('the maintenance window was not stored');
  return row.pk;
}

export const changeWindow = (tx: Tx, pk: MaintenanceWindowPk, change: Partial<NewWindow>) =>
  tx.update(maintenanceWindows).set(change).where(eq(maintenanceWindows.pk, pk));
