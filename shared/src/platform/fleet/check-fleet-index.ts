import { eq, sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import { publish } from '../bus/bus.ts';
import { busChannels } from '../bus/channels.ts';
import type { SystemDatabase } from '../db/client.ts';
import { fleetOutbox } from '../db/schema/commands.ts';
import { companies } from '../db/schema/companies.ts';
import { runForEachCompany } from '../each-company.ts';
import type { Log } from '../log.ts';
import type { Redis } from '../redis/redis.ts';
import { readIndexVersion, rebuildFleetIndex } from './fleet-index.ts';
import { forgetPublishedFleetVersion, readPublishedFleetVersion } from './outbox.ts';

interface Stores {
  readonly database: SystemDatabase;
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
  await publish(redis, busChannels.company(company), { t: 'index_rebuilt', version });
}

/**
 * Compares the version of every index with Postgres and rebuilds those that differ: a failover of Redis may lose edits,
 * and after a restore of Postgres the index is ahead. Companies with rows in the outbox are skipped unless the index is
 * ahead, because their rows would never be published.
 * @returns the number of rebuilt indexes
 */
export async function checkFleetIndexes({ log, ...stores }: Stores & { readonly log: Log }): Promise<number> {
  const { database } = stores;
  const fleets = await database.readAll((tx) =>
    tx
      .select({
        company: companies.pk,
        version: companies.fleetVersion,
        waiting: sql<boolean>`exists (${tx.select({ pk: fleetOutbox.pk }).from(fleetOutbox).where(eq(fleetOutbox.companyFk, companies.pk))})`,
      })
      .from(companies),
  );
  return runForEachCompany(log, fleets, async (fleet) => ((await checkIndex(stores, fleet)) ? 1 : 0));
}

interface StoredFleet {
  readonly company: CompanyPk;
  readonly version: number;
  /** Whether it has rows in the outbox. */
  readonly waiting: boolean;
}

/** @returns whether the index was rebuilt */
async function checkIndex(stores: Stores, { company, version, waiting }: StoredFleet): Promise<boolean> {
  const { database, redis } = stores;
  const published = await readPublishedFleetVersion(redis, company);
  if (published > version && (await isAhead(database, company, published))) {
    await forgetPublishedFleetVersion(redis, company);
    await rebuildAndAnnounce(stores, company);
    return true;
  }
  if (waiting) return false;
  const indexed = await readIndexVersion(redis, company);
  // An index with a newer version was edited after Postgres was read.
  if (indexed === null || indexed >= version) return false;
  await rebuildAndAnnounce(stores, company);
  return true;
}

/** Whether Redis has a version that Postgres does not have. Versions are committed before they are published. */
async function isAhead(database: SystemDatabase, company: CompanyPk, published: number): Promise<boolean> {
  const [row] = await database.read(company, (tx) =>
    tx.select({ version: companies.fleetVersion }).from(companies).where(eq(companies.pk, company)),
  );
  return row !== undefined && row.version < published;
}
