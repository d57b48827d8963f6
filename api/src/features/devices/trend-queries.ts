import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch-fleet';
import { RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { type DeviceViewer } from './queries.ts';

/** The moments of a trend, in milliseconds since 1970; all within one hour. */
export interface TrendMoments {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

const timeOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** `v`: the devices of the list; `m`: the moments. */
const withDevicesAndMoments = (
  tx: ReadTx,
  viewer: DeviceViewer,
  scope: GroupScope,
  { first, last, step }: TrendMoments,
): SQL => {
  const columns = {
    pk: devices.pk,
    createdAt: devices.createdAt,
    approval: devices.approval,
    approvalChangedAt: devices.approvalChangedAt,
  };
  const visible = tx
    .select(columns)
    .from(devices)
    .leftJoin(favourites, and(eq(favourites.deviceFk, devices.pk), eq(favourites.userFk, viewer.user)))
    .where(and(whereInSight(viewer), whereInScope(scope)));
  const seconds = step / 1_000;
  return sql`with v as materialized ${visible}, m as (
    select at from generate_series(${timeOf(first)}, ${timeOf(last)}, make_interval(secs => ${seconds})) as at)`;
};

/** In the form in which the driver returns counts and times of raw statements. */
type Row<K extends string> = { at: string } & { [N in K]: string };

/**
 * Devices that existed, were connected and awaited approval at each moment. Of the connections of a device before the
 * first moment only the last one matters: a later one replaces it.
 */
export const selectStateCounts = (tx: ReadTx, viewer: DeviceViewer, scope: GroupScope, moments: TrendMoments) =>
  tx.execute<Row<'total' | 'online' | 'waiting'>>(sql`
    ${withDevicesAndMoments(tx, viewer, scope, moments)}, k as materialized (
      select v.pk, c.connected_at, c.disconnected_at from v cross join lateral (
        (select connected_at, disconnected_at from connections
          where device_fk = v.pk and connected_at <= ${timeOf(moments.first)} order by connected_at desc limit 1)
        union all
        (select connected_at, disconnected_at from connections
          where device_fk = v.pk and connected_at > ${timeOf(moments.first)} and connected_at <= ${timeOf(moments.last)})
      ) c where c.disconnected_at is null or c.disconnected_at > ${timeOf(moments.first)})
    select m.at,
      (select count(*) from v where v.created_at <= m.at) as total,
      (select count(distinct k.pk) from k
        where k.connected_at <= m.at and (k.disconnected_at is null or k.disconnected_at > m.at)) as online,
      (select count(*) from v where v.created_at <= m.at
        and (v.approval = 0) = (v.approval_changed_at is null or v.approval_changed_at <= m.at)) as waiting
    from m order by m.at`);

/**
 * Devices that were measured in the minute before each moment, and those of them with a value over its threshold. `offset 0`
 * keeps the look-up by device: a plan that reads the index by minute reads all of the day.
 */
export const selectMeasuredAndOverThresholdCounts = (
  tx: ReadTx,
  viewer: DeviceViewer,
  scope: GroupScope,
  moments: TrendMoments,
) =>
  tx.execute<Row<'measured' | 'over'>>(sql`
    ${withDevicesAndMoments(tx, viewer, scope, moments)}
    select m.at, count(u.device_fk) as measured, count(u.device_fk) filter (where
      u.cpu_avg >= ${RED_USAGE_PERCENT} or u.memory_avg >= ${RED_USAGE_PERCENT} or u.hdd_last >= ${RED_USAGE_PERCENT}
      or u.cpu_temp_max >= ${RED_CPU_TEMPERATURE}) as over
    from m left join (
      select u.* from v cross join lateral (
        select device_fk, minute, cpu_avg, memory_avg, hdd_last, cpu_temp_max from usage_minutes
        where device_fk = v.pk and minute = any(array(select at - interval '1 minute' from m))
          and minute between ${timeOf(moments.first - 60_000)} and ${timeOf(moments.last)} offset 0) u
    ) u on u.minute = m.at - interval '1 minute'
    group by m.at order by m.at`);

/** Devices with an open alert at each moment. */
export const selectAlertingDeviceCounts = (
  tx: ReadTx,
  viewer: DeviceViewer,
  scope: GroupScope,
  moments: TrendMoments,
) =>
  tx.execute<Row<'alerts'>>(sql`
    ${withDevicesAndMoments(tx, viewer, scope, moments)}, a as materialized (
      select a.device_fk, a.generate, a.ended_at from alerts a join v on v.pk = a.device_fk
      where a.ended_at is null or a.ended_at > ${timeOf(moments.first)})
    select m.at, (select count(distinct a.device_fk) from a
      where a.generate <= m.at and (a.ended_at is null or a.ended_at > m.at)) as alerts
    from m order by m.at`);
