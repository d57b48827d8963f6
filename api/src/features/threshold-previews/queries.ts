import type { AlertCode } from '@vigil/shared/contract/alert';
import type { OsId } from '@vigil/shared/contract/device';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { alertKindNumbers, type AlertKind } from '@vigil/shared/domain/thresholds';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceConnections, deviceGroups, devices } from '@vigil/shared/platform/db/schema/devices';
import { alertThresholds, usageMinutes } from '@vigil/shared/platform/db/schema/records';
import { and, eq, sql, type SQL } from 'drizzle-orm';

export const hasGroup = async (tx: ReadTx, pk: GroupPk): Promise<boolean> =>
  (await tx.$count(deviceGroups, eq(deviceGroups.pk, pk))) > 0;

/** The approved devices of a system at a group and below, where no subgroup has a threshold of the code. */
export const selectDevicesOfThreshold = (
  tx: ReadTx,
  { group, code, osId }: { group: GroupPk; code: AlertCode; osId: OsId },
) =>
  tx
    .select({
      pk: devices.pk,
      disconnectedAt: sql<Date | null>`case when ${devices.alive} = 0 then ${devices.lastDisconnectedAt} end`.mapWith(
        devices.lastDisconnectedAt,
      ),
    })
    .from(devices)
    .where(
      and(
        eq(devices.approval, 1),
        eq(devices.osId, osId),
        sql`${devices.groupFk} in (
          with recursive reach as (
            select ${group}::int as pk
            union
            select g.pk from ${deviceGroups} g join reach on g.group_fk = reach.pk
            where not exists (select 1 from ${alertThresholds} t where t.group_fk = g.pk and t.alert_code = ${code})
          )
          select pk from reach)`,
      ),
    );

/** Those of the devices that were over a limit in some minute since then. */
export const countDevicesOverSince = (
  tx: ReadTx,
  pks: readonly DevicePk[],
  { kind, limit, since }: { kind: AlertKind; limit: number; since: Date },
): Promise<number> => tx.$count(devices, and(whereKeyIn(devices.pk, pks), wasOver(kind, limit, since)));

/** Minutes keep of a fan the slowest speed, of temperatures the highest, and of a load its mean. */
const minuteIsOver: { readonly [K in Exclude<AlertKind, 1>]: (limit: number) => SQL } = {
  2: (limit) => sql`${usageMinutes.cpuAvg} >= ${limit}`,
  3: (limit) => sql`${usageMinutes.memoryAvg} >= ${limit}`,
  4: (limit) => sql`${usageMinutes.hddLast} >= ${limit}`,
  5: (limit) => sql`${usageMinutes.cpuTempMax} >= ${limit}`,
  6: (limit) => sql`${usageMinutes.hddTempMax} >= ${limit}`,
  7: (limit) => sql`${usageMinutes.fanMin} <= ${limit}`,
};

function wasOver(kind: AlertKind, limit: number, since: Date): SQL {
  const from = since.toISOString();
  if (kind !== alertKindNumbers.disconnected)
    return sql`exists (
      select 1 from ${usageMinutes}
      where ${usageMinutes.deviceFk} = ${devices.pk} and ${usageMinutes.minute} >= ${from}::timestamptz
        and ${minuteIsOver[kind](limit)})`;
  // A gap lasts until the next connection, or until now; only its part since then counts.
  return sql`exists (
    select 1 from ${deviceConnections} c
    where c.device_fk = ${devices.pk} and c.disconnected_at is not null
      and coalesce((
          select min(n.connected_at) from ${deviceConnections} n
          where n.device_fk = c.device_fk and n.connected_at >= c.disconnected_at
        ), now()) - greatest(c.disconnected_at, ${from}::timestamptz) >= make_interval(secs => ${limit * 60}))`;
}
