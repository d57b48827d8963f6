import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import { RED_CPU_TEMPERATURE, RED_USAGE_PERCENT } from '@vigil/shared/domain/usage-levels';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import {
  type CountsRow,
  timeOf,
  withDeviceMoments,
  type ListViewer,
  type Moments,
} from '../../fleet/state-count-queries.ts';

/**
 * Devices that were measured in the minute before each moment, and those of them with a value over its threshold.
 * `offset 0` keeps the look-up by device: a plan that reads the index by minute reads all of the day.
 */
export const selectMeasuredCounts = (tx: ReadTx, viewer: ListViewer, scope: GroupScope, moments: Moments) =>
  tx.execute<CountsRow<'measured' | 'over'>>(sql`
    ${withDeviceMoments(tx, viewer, scope, moments)}
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
export const selectAlertingDeviceCounts = (tx: ReadTx, viewer: ListViewer, scope: GroupScope, moments: Moments) =>
  tx.execute<CountsRow<'alerts'>>(sql`
    ${withDeviceMoments(tx, viewer, scope, moments)}, a as materialized (
      select a.device_fk, a.generate, a.ended_at from alerts a join v on v.pk = a.device_fk
      where a.ended_at is null or a.ended_at > ${timeOf(moments.first)})
    select m.at, (select count(distinct a.device_fk) from a
      where a.generate <= m.at and (a.ended_at is null or a.ended_at > m.at)) as alerts
    from m order by m.at`);
