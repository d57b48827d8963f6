import { and, asc, eq, getTableColumns, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch-fleet';
import type { AppConfigPk, DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { contains } from '@vigil/shared/platform/db/contains';
import { appConfigs, deviceGroups, devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { visibleGroups } from '../../access/visibility.ts';
import type { StoredDevice } from '../../wire/device.ts';

const { hardware: _hardware, software: _software, ...listColumns } = getTableColumns(devices);

export interface Viewer {
  readonly user: UserPk;
  readonly groups: 'all' | GroupPk[];
}

/** A group with everything below it. */
const inGroup = (group: GroupPk): SQL => sql`${devices.groupFk} in (
  with recursive below as (
    select pk from device_groups where pk = ${group}
    union all select g.pk from device_groups g join below on g.group_fk = below.pk
  ) select pk from below)`;

export function inScope(scope: GroupScope): SQL | undefined {
  if (scope === 'all') return undefined;
  return scope === 'favorate' ? sql`${favourites.pk} is not null` : inGroup(scope);
}

export const aliasLike = (text: string): SQL => contains(devices.alias, text);

export const selectDevices = (tx: Tx, viewer: Viewer, ...conditions: (SQL | undefined)[]): Promise<StoredDevice[]> =>
  visibleDevices(tx, viewer, conditions);

/** Devices after a pk, in the order of their pks: pages by it neither skip nor repeat a row while the fleet changes. */
export const selectDevicesAfter = (
  tx: Tx,
  viewer: Viewer,
  { after, limit }: { after?: DevicePk | undefined; limit: number },
): Promise<StoredDevice[]> =>
  visibleDevices(tx, viewer, [after === undefined ? undefined : gt(devices.pk, after)])
    .orderBy(asc(devices.pk))
    .limit(limit);

const visibleDevices = (tx: Tx, viewer: Viewer, conditions: readonly (SQL | undefined)[]) =>
  tx
    .select({
      device: listColumns,
      groupName: deviceGroups.name,
      configName: appConfigs.name,
      favouritePk: favourites.pk,
    })
    .from(devices)
    .innerJoin(deviceGroups, eq(deviceGroups.pk, devices.groupFk))
    .leftJoin(appConfigs, eq(appConfigs.pk, devices.appConfigFk))
    .leftJoin(favourites, and(eq(favourites.deviceFk, devices.pk), eq(favourites.userFk, viewer.user)))
    .where(and(visibleGroups(viewer), ...conditions))
    .$dynamic();

/** Keys only, for polling and counting. */
export async function selectDevicePks(tx: Tx, viewer: Viewer, scope: GroupScope) {
  return tx
    .select({ pk: devices.pk, group: devices.groupFk, approval: devices.approval })
    .from(devices)
    .leftJoin(favourites, and(eq(favourites.deviceFk, devices.pk), eq(favourites.userFk, viewer.user)))
    .where(and(visibleGroups(viewer), inScope(scope)));
}

export async function selectLists(tx: Tx, pk: DevicePk) {
  const [row] = await tx
    .select({ hardware: devices.hardware, software: devices.software })
    .from(devices)
    .where(eq(devices.pk, pk));
  return row ?? { hardware: [], software: [] };
}

export const byPk = (pk: DevicePk): SQL => eq(devices.pk, pk);
export const byPks = (pks: readonly DevicePk[]): SQL => inArray(devices.pk, [...pks]);

export const updateDevices = (tx: Tx, pks: readonly DevicePk[], change: Partial<typeof devices.$inferInsert>) =>
  tx.update(devices).set(change).where(byPks(pks)).returning({ pk: devices.pk });

export const deleteDevice = (tx: Tx, pk: DevicePk) => tx.delete(devices).where(byPk(pk));

export async function hasAppConfig(tx: Tx, pk: AppConfigPk): Promise<boolean> {
  const rows = await tx.select({ pk: appConfigs.pk }).from(appConfigs).where(eq(appConfigs.pk, pk));
  return rows.length > 0;
}

/** Locks a group against its deletion until devices are in it. */
export async function lockGroup(tx: Tx, pk: GroupPk) {
  const [group] = await tx.select().from(deviceGroups).where(eq(deviceGroups.pk, pk)).for('key share');
  return group;
}
