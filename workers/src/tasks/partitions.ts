import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_AHEAD = 3;
const PREFIX = 'usage_minutes_';

const dayOf = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
const nameOf = (day: string) => `${PREFIX}${day.replaceAll('-', '')}`;

/** Maintains one partition per day: creates those of the next days, drops those past their retention. */
export async function keepUsagePartitions({ database, now }: Deps, retentionDays: number): Promise<void> {
  await database.asSystem(async (tx) => {
    // Serialises workers, which would otherwise create the same table.
    await tx.execute(sql`select pg_advisory_xact_lock(7451192)`);
    for (let offset = -1; offset <= DAYS_AHEAD; offset += 1) {
      const day = dayOf(now() + offset * DAY_MS);
      const next = dayOf(now() + (offset + 1) * DAY_MS);
      await tx.execute(
        sql.raw(
          `create table if not exists ${nameOf(day)} partition of usage_minutes for values from ('${day}T00:00Z') to ('${next}T00:00Z')`,
        ),
      );
    }
    const oldest = nameOf(dayOf(now() - retentionDays * DAY_MS));
    const tables = await tx.execute<{ name: string }>(
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_minutes'::regclass`,
    );
    for (const { name } of tables) if (name < oldest) await tx.execute(sql.raw(`drop table ${name}`));
  });
}
