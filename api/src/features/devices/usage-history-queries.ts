import type { DevicePk } from '@vigil/shared/contract/ids';
import { usageHistoryColumns, type UsageHistoryColumn, type UsageStep } from '@vigil/shared/contract/names';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { sql, type SQL } from 'drizzle-orm';

const rounded = (value: SQL): SQL => sql`round((${value})::numeric, 2)::float8`;
/** Disk usage over HTTP is in hundredths of a percent (decision 3). */
const hundredths = (value: SQL): SQL => sql`round((${value})::numeric * 100)::float8`;
/** A mean of minutes, each with the weight of its samples. */
const mean = (value: SQL): SQL => sql`sum(${value} * samples) / sum(samples) filter (where ${value} is not null)`;

/** Complete by type. Rows from before the least value was stored have the average in its place. */
const columns: { readonly [C in UsageHistoryColumn]: SQL } = {
  at: sql`(extract(epoch from period) * 1000)::float8`,
  samples: sql`sum(samples)::int`,
  cpu_usage_min: rounded(sql`min(coalesce(cpu_min, cpu_avg))`),
  cpu_usage_avg: rounded(mean(sql`cpu_avg`)),
  cpu_usage_max: rounded(sql`max(cpu_max)`),
  memory_usage_min: rounded(sql`min(coalesce(memory_min, memory_avg))`),
  memory_usage_avg: rounded(mean(sql`memory_avg`)),
  memory_usage_max: rounded(sql`max(memory_max)`),
  hdd_usage_min: hundredths(sql`min(hdd_last)`),
  hdd_usage_avg: hundredths(mean(sql`hdd_last`)),
  hdd_usage_max: hundredths(sql`max(hdd_last)`),
  cpu_temp_max: rounded(sql`max(cpu_temp_max)`),
  hdd_temp_max: rounded(sql`max(hdd_temp_max)`),
  fan_speed_min: rounded(sql`min(fan_min)`),
};

export interface UsageRange {
  readonly from: Date;
  readonly to: Date;
  readonly step: UsageStep;
  /** IANA name; hours and days begin at its clock. */
  readonly zone: string;
}

/** The stored minutes of a device by period, the oldest first. */
export async function selectUsageHistory(tx: ReadTx, device: DevicePk, { from, to, step, zone }: UsageRange) {
  const period = step === 'minute' ? sql`minute` : sql`date_trunc(${step}, minute, ${zone})`;
  const values = sql.join(
    usageHistoryColumns.map((column) => columns[column]),
    sql`, `,
  );
  const rows = await tx.execute<{ row: (number | null)[] }>(sql`
    select json_build_array(${values}) as row
    from (select *, ${period} as period from usage_minutes
      where device_fk = ${device} and minute >= ${from.toISOString()}::timestamptz and minute < ${to.toISOString()}::timestamptz) m
    group by period order by period`);
  return rows.map(({ row }) => row);
}
