import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Writes usage rollups in one statement. Parts of a minute that different gateways received are merged. */
export async function persistUsageRollup(
  { database }: Deps,
  entries: readonly StreamEntryOf<'usage_rollup'>[],
): Promise<void> {
  const rows = entries.flatMap(({ data, company }) => {
    const minimums = new Map(data.minimums.map(([device, cn, mn]) => [device, { cn, mn }]));
    return data.rows.map(([device, samples, ca, cx, ma, mx, hdd, ct, ht, fan]) => ({
      company,
      device,
      minute: new Date(data.minute).toISOString(),
      samples,
      ...(minimums.get(device) ?? { cn: null, mn: null }),
      ca,
      cx,
      ma,
      mx,
      hdd,
      ct,
      ht,
      fan,
    }));
  });
  if (rows.length === 0) return;
  // An upsert must not contain the same device and minute twice.
  const unique = [...new Map(rows.map((row) => [`${row.device}|${row.minute}`, row])).values()];
  await database.asSystem((tx) =>
    tx.execute(sql`
      insert into usage_minutes as u (company_fk, device_fk, minute, samples, cpu_min, cpu_avg, cpu_max, memory_min,
        memory_avg, memory_max, hdd_last, cpu_temp_max, hdd_temp_max, fan_min)
      select company, device, minute, samples, cn, ca, cx, mn, ma, mx, hdd, ct, ht, fan
      from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as r(company int, device int, minute timestamptz,
        samples int, cn real, ca real, cx real, mn real, ma real, mx real, hdd real, ct real, ht real, fan real)
      on conflict (device_fk, minute) do update set
        samples = greatest(u.samples, excluded.samples),
        cpu_min = least(u.cpu_min, excluded.cpu_min),
        memory_min = least(u.memory_min, excluded.memory_min),
        cpu_avg = case when excluded.samples > u.samples then excluded.cpu_avg else u.cpu_avg end,
        cpu_max = greatest(u.cpu_max, excluded.cpu_max),
        memory_avg = case when excluded.samples > u.samples then excluded.memory_avg else u.memory_avg end,
        memory_max = greatest(u.memory_max, excluded.memory_max),
        hdd_last = excluded.hdd_last,
        cpu_temp_max = greatest(u.cpu_temp_max, excluded.cpu_temp_max),
        hdd_temp_max = greatest(u.hdd_temp_max, excluded.hdd_temp_max),
        fan_min = least(u.fan_min, excluded.fan_min)`),
  );
}
