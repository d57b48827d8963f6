import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { UserPk } from '@vigil/shared/contract/ids';
import type { Sight } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereInScope, whereInSight } from '@vigil/shared/platform/db/device-scope';
import { devices, favourites } from '@vigil/shared/platform/db/schema/devices';
import { and, eq, sql, type SQL } from 'drizzle-orm';

/** Moments at equal distances, in milliseconds since 1970. */
export interface Moments {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

export const timeOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Who looks at a list, and which devices this user sees. */
export interface ListViewer {
  readonly user: UserPk;
  readonly sight: Sight;
}

/** `v`: the devices of the list; `m`: the moments. */
export const withDeviceMoments = (
  tx: ReadTx,
  viewer: ListViewer,
  scope: GroupScope,
  { first, last, step }: Moments,
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
export type CountsRow<K extends string> = { at: string } & { [N in K]: string };

/**
 * Devices that existed, were connected and awaited approval at each moment. Of the connections of a device before the
 * first moment only the last one matters: a later one replaces it.
 */
export const selectStateCounts = (tx: ReadTx, viewer: ListViewer, scope: GroupScope, moments: Moments) =>
  tx.execute<CountsRow<'total' | 'online' | 'waiting'>>(sql`
    ${withDeviceMoments(tx, viewer, scope, moments)}, k as materialized (
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
