import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_AHEAD = 3;
/** Every company keeps its history for longer, so that late reports may still come. */
const SHORTEST_PERIOD_DAYS = 30;

const dayOf = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

/** The first day from which on a company keeps usage, as far as partitions before `end` tell. */
async function findFirstKeptDay(tx: ReadTx, end: string): Promise<string> {
  const partitions = await tx.execute<{ day: string }>(sql`
    select right(c.relname, 8)::date::text as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_minutes'::regclass and right(c.relname, 8)::date < ${end}::date order by 1`);
  for (const { day } of partitions) {
    const [used] = await tx.execute(sql`
      select 1 from usage_minutes where minute >= ${`${day}T00:00Z`}::timestamptz and minute < ${`${day}T00:00Z`}::timestamptz + interval '1 day'
      limit 1`);
    if (used) return day;
  }
  return end;
}

const dropPartitionsBefore = (tx: Tx, day: string) => tx.execute(sql`select drop_usage_partitions(${day}::date)`);

/**
 * Maintains one partition per day: creates those of the next days, and drops those past their retention and those from
 * which the last company has deleted its rows.
 */
export async function maintainUsagePartitions({ database, now }: Deps, retentionDays: number): Promise<void> {
  await database.asSystem(async (tx) => {
    // Serialises workers, which would otherwise create the same table.
    await tx.execute(sql`select pg_advisory_xact_lock(7451192)`);
    for (let offset = -1; offset <= DAYS_AHEAD; offset += 1) {
      await tx.execute(sql`select add_usage_partition(${dayOf(now() + offset * DAY_MS)}::date)`);
    }
    await dropPartitionsBefore(tx, dayOf(now() - retentionDays * DAY_MS));
    await dropPartitionsBefore(tx, await findFirstKeptDay(tx, dayOf(now() - SHORTEST_PERIOD_DAYS * DAY_MS)));
  });
}
