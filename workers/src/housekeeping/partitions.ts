import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_AHEAD = 3;

const dayOf = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

/** Maintains one partition per day: creates those of the next days, drops those past their retention. */
export async function maintainUsagePartitions({ database, now }: Deps, retentionDays: number): Promise<void> {
  await database.asSystem(async (tx) => {
    // Serialises workers, which would otherwise create the same table.
    await tx.execute(sql`select pg_advisory_xact_lock(7451192)`);
    for (let offset = -1; offset <= DAYS_AHEAD; offset += 1) {
      await tx.execute(sql`select add_usage_partition(${dayOf(now() + offset * DAY_MS)}::date)`);
    }
    await tx.execute(sql`select drop_usage_partitions(${dayOf(now() - retentionDays * DAY_MS)}::date)`);
  });
}
