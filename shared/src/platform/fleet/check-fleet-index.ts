import { eq, sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { channels } from '../bus/channels.ts';
import type { Database } from '../db/client.ts';
import { outbox } from '../db/schema/commands.ts';
import { companies } from '../db/schema/companies.ts';
import type { Redis } from '../redis/redis.ts';
import { readIndexVersion, rebuildFleetIndex } from './fleet-index.ts';

interface Stores {
  readonly database: Database;
  readonly redis: Redis;
}

/** Builds the index of a company if there is none, or in any case with `rebuild`. */
export async function ensureFleetIndex(
  stores: Stores,
  company: CompanyPk,
  { rebuild }: { rebuild: boolean },
): Promise<void> {
  if (!rebuild && (await readIndexVersion(stores.redis, company)) !== null) return;
  await rebuildAndAnnounce(stores, company);
}

/** Rebuilds the index and makes gateways read it again. */
async function rebuildAndAnnounce({ database, redis }: Stores, company: CompanyPk): Promise<void> {
  const version = await rebuildFleetIndex(redis, database, company);
  await publish(redis, channels.company(company), { t: 'index_rebuilt', version });
}

/**
 * Compares the version of every index with Postgres and rebuilds those that are behind, because a failover of Redis may
 * lose edits. Companies with rows in the outbox are skipped.
 * @returns the number of rebuilt indexes
 */
export async function checkFleetIndexes({ database, redis }: Stores): Promise<number> {
  const fleets = await database.asSystem((tx) =>
    tx
      .select({
        company: companies.pk,
        version: companies.fleetVersion,
        waiting: sql<boolean>`exists (${tx.select({ pk: outbox.pk }).from(outbox).where(eq(outbox.companyFk, companies.pk))})`,
      })
      .from(companies),
  );
  let rebuilt = 0;
  for (const { company, version, waiting } of fleets) {
    if (waiting) continue;
    const indexed = await readIndexVersion(redis, company);
    // An index with a newer version was edited after Postgres was read.
    if (indexed === null || indexed >= version) continue;
    await rebuildAndAnnounce({ database, redis }, company);
    rebuilt += 1;
  }
  return rebuilt;
}
