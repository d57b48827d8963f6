import { auditCode } from '@vigil/shared/contract/audit-codes';
import type { Bit } from '@vigil/shared/contract/device';
import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { DevicePk, GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import { seesGroup, type Sight } from '@vigil/shared/domain/sight';
import type { KeyHolders } from '@vigil/shared/platform/bus/messages';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import {
  deviceGroups,
  deviceHardware,
  deviceProcesses,
  devices,
  favourites,
  groupMembers,
} from '@vigil/shared/platform/db/schema/devices';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readKeyHolders } from '@vigil/shared/platform/fleet/key-hardware';
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { noLists, type StoredDevice, type StoredInventory } from '../../wire/device.ts';

const { hardware: _hardware, software: _software, softwareTotal: _total, ...listColumns } = getTableColumns(devices);

export interface DeviceViewer {
  readonly user: UserPk;
  readonly sight: Sight;
}

export const selectDevices = (tx: ReadTx, viewer: DeviceViewer, condition: SQL): Promise<StoredDevice[]> =>
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
    .where(and(whereInSight(viewer), condition));

/** Keys only, for polling and counting. */
export async function selectDeviceKeys(tx: ReadTx, viewer: DeviceViewer, scope: GroupScope) {
  return tx
    .select({ pk: devices.pk, group: devices.groupFk, approval: devices.approval })
    .from(devices)
    .leftJoin(favourites, and(eq(favourites.deviceFk, devices.pk), eq(favourites.userFk, viewer.user)))
    .where(and(whereInSight(viewer), whereInScope(scope)));
}

export async function selectInventory(tx: ReadTx, pk: DevicePk): Promise<StoredInventory> {
  const { at, rows, total } = deviceProcesses;
  const { hardware, software, softwareTotal } = devices;
  const [row] = await tx
    .select({ hardware, software, softwareTotal, processes: { at, rows, total } })
    .from(devices)
    .leftJoin(deviceProcesses, eq(deviceProcesses.deviceFk, devices.pk))
    .where(eq(devices.pk, pk));
  return row ?? noLists;
}

export const whereDevicePk = (pk: DevicePk): SQL => eq(devices.pk, pk);
export const whereDevicePks = (pks: readonly DevicePk[]): SQL => whereKeyIn(devices.pk, pks);

export const updateDevices = (tx: Tx, pks: readonly DevicePk[], change: PgUpdateSetSource<typeof devices>) =>
  tx
    .update(devices)
    .set(change)
    .where(whereDevicePks(pks))
    .returning({ pk: devices.pk, latitude: devices.latitude, longitude: devices.longitude });

/** Each device gets tags of its own, in one statement. */
export const updateTags = (tx: Tx, tags: ReadonlyMap<DevicePk, readonly string[]>) =>
  tx
    .update(devices)
    .set({
      tags: sql`array(select jsonb_array_elements_text(${JSON.stringify(Object.fromEntries(tags))}::jsonb -> ${devices.pk}::text))`,
    })
    .where(whereDevicePks([...tags.keys()]));

/**
 * The time changes only with the approval, so that a repeated call does not rewrite the past. Who approves a device
 * knows it.
 */
export async function updateDeviceApproval(tx: Tx, pks: readonly DevicePk[], approval: Bit) {
  const confirmed = await clearCloneFlags(tx, pks);
  const changed = await updateDevices(tx, pks, {
    approval,
    approvalChangedAt: sql`case when approval = ${approval} then approval_changed_at else now() end`,
  });
  return changed.map((device) => ({ ...device, keyHolders: confirmed.get(device.pk) }));
}

/**
 * Clears the flag of possible clones: their keys belong to the hardware that was connected last, and what else was seen
 * is forgotten, but for what was split from them.
 * @returns those that were flagged, and what gateways are to know of them
 */
export async function clearCloneFlags(tx: Tx, pks: readonly DevicePk[]): Promise<Map<DevicePk, KeyHolders | null>> {
  const latest = sql`(select h.hardware_id from device_hardware h where h.device_fk = ${devices.pk} and h.barred_at is null
    order by h.connected_at desc nulls last, h.last_seen desc limit 1)`;
  const changed = await tx
    .update(devices)
    .set({ possibleClone: 0, hardwareId: sql`coalesce(${latest}, ${devices.hardwareId})` })
    .where(and(whereDevicePks(pks), eq(devices.possibleClone, 1)))
    .returning({ pk: devices.pk });
  const confirmed = changed.map(({ pk }) => pk);
  await tx.delete(deviceHardware).where(
    and(
      inArray(deviceHardware.deviceFk, confirmed),
      isNull(deviceHardware.barredAt),
      // Beside what was split, the device's own hardware stays, so that gateways know it.
      not(
        and(
          eq(deviceHardware.hardwareId, sql`(select hardware_id from devices where pk = ${deviceHardware.deviceFk})`),
          sql`exists (select from device_hardware b where b.device_fk = ${deviceHardware.deviceFk} and b.barred_at is not null)`,
        )!,
      ),
    ),
  );
  const holders = await readKeyHolders(tx, confirmed);
  return new Map(confirmed.map((pk) => [pk, holders.get(pk) ?? null]));
}

/** Those of some devices that a user has deleted. */
export async function selectUserDeletions(
  tx: ReadTx,
  user: UserPk,
  pks: readonly DevicePk[],
): Promise<Set<DevicePk | null>> {
  const rows = await tx
    .selectDistinct({ pk: audits.deviceFk })
    .from(audits)
    .where(and(whereKeyIn(audits.deviceFk, pks), eq(audits.actNameId, auditCode.delete), eq(audits.memberFk, user)));
  return new Set(rows.map(({ pk }) => pk));
}

/**
 * Locks a group against its deletion, and against other devices that could exceed its limit. Undefined for one that the
 * viewer does not see: no device goes where an API token is not valid.
 */
export async function lockVisibleGroup(tx: Tx, { sight }: Pick<DeviceViewer, 'sight'>, pk: GroupPk) {
  if (!seesGroup(sight, pk)) return undefined;
  const [group] = await tx.select().from(deviceGroups).where(eq(deviceGroups.pk, pk)).for('no key update');
  return group;
}

export const groupExists = async (tx: ReadTx, pk: GroupPk): Promise<boolean> =>
  (await tx.$count(deviceGroups, eq(deviceGroups.pk, pk))) > 0;

/** The devices that were enrolled last, the newest first. */
export const selectNewestDevices = (tx: ReadTx, limit: number) =>
  tx
    .select({
      pk: devices.pk,
      alias: devices.alias,
      device_group_name: deviceGroups.name,
      dev_os_id: devices.osId,
      enrolled_at: devices.createdAt,
      last_conn: devices.lastConnectedAt,
    })
    .from(devices)
    .innerJoin(deviceGroups, eq(deviceGroups.pk, devices.groupFk))
    .orderBy(desc(devices.createdAt), desc(devices.pk))
    .limit(limit);

/**
 * What is read of devices after it stays as it is until the commit: two changes at once each rest on the value before.
 * The order prevents that they wait for each other. Apart from `selectDevices`, because rows that a left join adds
 * cannot be locked.
 */
export const lockDevices = (tx: Tx, pks: readonly DevicePk[]) =>
  tx.select({ pk: devices.pk }).from(devices).where(whereDevicePks(pks)).orderBy(asc(devices.pk)).for('no key update');

/** How many of some devices a move would bring into a group. */
export const countDevicesEnteringGroup = (
  tx: ReadTx,
  viewer: DeviceViewer,
  pks: readonly DevicePk[],
  to: GroupPk,
): Promise<number> =>
  tx.$count(devices, and(whereDevicePks(pks), whereInSight(viewer), eq(devices.approval, 1), ne(devices.groupFk, to)));

/** The visible devices with which a remote session is running. */
export async function selectRemoteSessionDevices(
  tx: ReadTx,
  viewer: Pick<DeviceViewer, 'sight'>,
  pks: readonly DevicePk[],
) {
  const rows = await tx
    .selectDistinct({ pk: devices.pk })
    .from(devices)
    .innerJoin(remoteSessions, eq(remoteSessions.deviceFk, devices.pk))
    .where(
      and(
        whereDevicePks(pks),
        whereInSight(viewer),
        isNotNull(remoteSessions.redeemedAt),
        isNull(remoteSessions.endedAt),
      ),
    );
  return rows.map(({ pk }) => pk);
}

/** How many devices are in a group itself. */
export const countInGroup = (tx: ReadTx, pk: GroupPk): Promise<number> => tx.$count(devices, eq(devices.groupFk, pk));

/** The groups in which devices are, or a group itself if it has devices. */
export async function selectGroupsOfDevices(tx: ReadTx, condition: SQL): Promise<GroupPk[]> {
  const rows = await tx.selectDistinct({ group: devices.groupFk }).from(devices).where(condition);
  return rows.map(({ group }) => group);
}

/** Members of groups who are not administrators, who see every device anyway; ordered by name. */
export const selectGroupMembers = (tx: ReadTx, groups: readonly GroupPk[]) =>
  tx
    .select({ group: groupMembers.groupFk, pk: users.pk, mgrid: users.mgrid, name: users.name })
    .from(groupMembers)
    .innerJoin(users, eq(users.pk, groupMembers.memberFk))
    .where(and(inArray(groupMembers.groupFk, [...groups]), ne(users.type, ADMINISTRATOR_TYPE), eq(users.active, true)))
    .orderBy(asc(users.name), asc(users.pk));

/** The place of devices without a group (decision 31). */
export async function findDefaultGroupPk(tx: ReadTx): Promise<GroupPk> {
  const [row] = await tx.select({ pk: deviceGroups.pk }).from(deviceGroups).where(eq(deviceGroups.isDefault, 1));
  if (!row) throw new Error('a company without its default group');
  return row.pk;
}
