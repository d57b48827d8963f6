import { sql } from 'drizzle-orm';
import type { EntryOf } from '@vigil/shared/platform/redis/stream';
import type { Deps } from '../deps.ts';

/** Writes the last process list of each device; an older one that arrives late changes nothing. */
export async function persistProcesses({ database }: Deps, entries: readonly EntryOf<'processes'>[]): Promise<void> {
  const last = new Map<number, EntryOf<'processes'>>();
  for (const entry of entries) {
    if (entry.data.at >= (last.get(entry.data.device)?.data.at ?? 0)) last.set(entry.data.device, entry);
  }
  if (last.size === 0) return;
  await database.asSystem(async (tx) => {
    for (const { company, data } of last.values()) {
      // The device may have been deleted meanwhile.
      await tx.execute(sql`
        insert into device_processes as p (device_fk, company_fk, at, rows)
        select pk, company_fk, ${new Date(data.at).toISOString()}::timestamptz, ${JSON.stringify(data.rows)}::jsonb
        from devices where pk = ${data.device} and company_fk = ${company}
        on conflict (device_fk) do update set at = excluded.at, rows = excluded.rows where p.at < excluded.at`);
    }
  });
}
