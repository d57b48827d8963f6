import type { DeviceExport } from '@vigil/shared/contract/http/exports';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { deviceGroups, devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Export } from './queries.ts';

const sortColumns = {
  alias: devices.alias,
  s_pub_ip: devices.publicIp,
  mac_addr: devices.macAddr,
  dev_os_id: devices.osId,
  cs_ver: devices.agentVersion,
  last_connected_time: devices.lastConnectedAt,
} as const;

/** The keys of all devices of an export, in their order. */
export async function selectExportDevicePks(
  tx: ReadTx,
  { companyFk, userFk }: Export,
  { request, sight }: { request: DeviceExport; sight: Sight },
): Promise<DevicePk[]> {
  const { device_pks: named, device_group_pk: group } = request;
  const which = named ? whereKeyIn(devices.pk, named) : whereInScope(group);
  const rows = await tx
    .select({ pk: devices.pk })
    .from(devices)
    .leftJoin(favourites, and(eq(favourites.deviceFk, devices.pk), eq(favourites.userFk, userFk)))
    .where(and(eq(devices.companyFk, companyFk), whereInSight({ sight }), which))
    .orderBy(direction(request)(sortColumns[request.by]), asc(devices.pk));
  const found = rows.map(({ pk }) => pk);
  if (!named) return found;
  const visiblePks = new Set(found);
  return named.filter((pk) => visiblePks.has(pk));
}

const direction = ({ order }: DeviceExport) => (order === 'asc' ? asc : desc);

/** The names from the top down to each of some groups, in one text: several groups may have the same name. */
async function selectGroupPaths(tx: ReadTx, groups: readonly GroupPk[]): Promise<Map<GroupPk, string>> {
  const rows = await tx.execute<{ pk: GroupPk; path: string }>(sql`
    with recursive up as (
      select pk, group_fk, name::text as path from device_groups where ${whereKeyIn(deviceGroups.pk, groups)}
      union all
      select up.pk, above.group_fk, above.name || ' / ' || up.path
      from device_groups above join up on above.pk = up.group_fk
    ) select pk, path from up where group_fk is null`);
  return new Map(rows.map(({ pk, path }) => [pk, path]));
}

/** Some devices, by their keys. */
export async function selectDevicesForExport(tx: ReadTx, pks: readonly DevicePk[]) {
  const rows = await tx
    .select({
      pk: devices.pk,
      alias: devices.alias,
      groupFk: devices.groupFk,
      approval: devices.approval,
      osId: devices.osId,
      osName: devices.osName,
      publicIp: devices.publicIp,
      privateIp: devices.privateIp,
      macAddr: devices.macAddr,
      memo: devices.memo,
      tags: devices.tags,
      config: appConfigs.name,
      agentVersion: devices.agentVersion,
      lastConnectedAt: devices.lastConnectedAt,
      lastDisconnectedAt: devices.lastDisconnectedAt,
      createdAt: devices.createdAt,
    })
    .from(devices)
    .leftJoin(appConfigs, eq(appConfigs.pk, devices.appConfigFk))
    .where(whereKeyIn(devices.pk, pks));
  const paths = await selectGroupPaths(tx, [...new Set(rows.map((row) => row.groupFk))]);
  return new Map(rows.map((row) => [row.pk, { ...row, group: paths.get(row.groupFk) ?? '' }]));
}
