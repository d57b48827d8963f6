import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import { busChannels } from '../bus/channels.ts';
import type { CompanyDatabase, SystemDatabase, Tx } from '../db/client.ts';
import { insertRows } from '../db/insert-rows.ts';
import { fleetOutbox } from '../db/schema/commands.ts';
import { companies } from '../db/schema/companies.ts';
import { runForEachCompany } from '../each-company.ts';
import type { Log } from '../log.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { loadLuaScript } from '../redis/script.ts';
import { nextSeqLua } from '../redis/seq.ts';
import { indexEditsOf, isKnownChange, hasSequenceNumber, type FleetChange } from './change.ts';
import { editArguments, editIndexLua } from './fleet-index.ts';

/**
 * Writes changes to the outbox in their transaction, each with the company's next fleet version. The company's row is
 * locked until the commit, so that versions are committed in order. Call it last, because other changes wait for the
 * lock.
 * @returns the version of the last change
 */
export async function enqueueOutbox(tx: Tx, company: CompanyPk, changes: readonly FleetChange[]): Promise<number> {
  const [row] = await tx
    .update(companies)
    .set({ fleetVersion: sql`${companies.fleetVersion} + ${changes.length}` })
    .where(eq(companies.pk, company))
    .returning({ version: companies.fleetVersion });
  if (!row) throw new Error(`company ${company} does not exist`);
  const first = row.version - changes.length + 1;
  const rows = changes.map((payload, i) => ({ companyFk: company, version: first + i, payload }));
  await insertRows(tx, fleetOutbox, rows);
  return row.version;
}

const publishVersion = loadLuaScript(new URL('publish-change.lua', import.meta.url), {
  uses: [nextSeqLua, editIndexLua],
  keys: ['index', 'published', 'seq'],
  // `body` is the change as JSON without its opening brace.
  args: ['version', 'now', 'publish', 'channel', 'numbered', 'known', 'body'],
});

/** Publishes one version of a fleet, unless it was published before. */
export function publishFleetChangeOnce(
  redis: Redis,
  company: CompanyPk,
  { version, payload }: { version: number; payload: FleetChange },
): Promise<unknown> {
  const isKnown = isKnownChange(payload);
  return redis.run(publishVersion, {
    keys: {
      index: redisKeys.index(company),
      published: redisKeys.publishedVersion(company),
      seq: redisKeys.seq(company),
    },
    args: {
      version,
      now: Date.now(),
      publish: redis.publishCommand,
      channel: busChannels.company(company),
      numbered: hasSequenceNumber(payload) ? 1 : 0,
      known: isKnown ? 1 : 0,
      body: JSON.stringify(payload).slice(1),
    },
    more: isKnown ? editArguments(indexEditsOf(payload)) : [],
  });
}

/** The version up to which changes were published; 0 when Redis does not know. */
export async function readPublishedFleetVersion(redis: Redis, company: CompanyPk): Promise<number> {
  return Number((await redis.commands.get(redisKeys.publishedVersion(company))) ?? 0);
}

const forget = loadLuaScript(new URL('forget-published-version.lua', import.meta.url), {
  uses: [nextSeqLua],
  keys: ['published', 'seq'],
  args: ['now'],
});

/** Versions that were published before are published again: after a restore of Postgres they mean other changes. */
export const forgetPublishedFleetVersion = (redis: Redis, company: CompanyPk): Promise<unknown> =>
  redis.run(forget, {
    keys: { published: redisKeys.publishedVersion(company), seq: redisKeys.seq(company) },
    args: { now: Date.now() },
  });

const BATCH = 500;

/**
 * An upgrade replaces processes within seconds: by then no process knows the change, because the upgrade was taken
 * back.
 */
const UNKNOWN_FOR = sql`interval '60 seconds'`;

/**
 * Publishes a company's outbox in the order of the versions, and empties it. Several processes may do so at once: a
 * version that was published before is skipped, and a row that another one holds is left to it, or to a worker. A
 * change of a later version, and what follows it, is left to processes that know it; without its edits the index would
 * be wrong at the right version.
 * @returns the number of rows
 */
export async function publishOutbox(
  { database, redis, log }: { database: CompanyDatabase; redis: Redis; log: Log },
  company: CompanyPk,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const publishRow = async (row: { version: number; payload: FleetChange }): Promise<void> => {
    const isFirst = (await publishFleetChangeOnce(redis, company, row)) === 1;
    if (!isFirst || isKnownChange(row.payload)) return;
    log.warn({ company, version: row.version, kind: row.payload.t }, 'unknown change published, fleet index removed');
  };
  let published = 0;
  for (let after = 0; ;) {
    const waiting = await database.read(company, (tx) =>
      tx
        .select({
          pk: fleetOutbox.pk,
          version: fleetOutbox.version,
          payload: fleetOutbox.payload,
          isOld: sql<boolean>`${fleetOutbox.createdAt} < now() - ${UNKNOWN_FOR}`,
        })
        .from(fleetOutbox)
        .where(and(eq(fleetOutbox.companyFk, company), gt(fleetOutbox.version, after), lte(fleetOutbox.version, upTo)))
        .orderBy(asc(fleetOutbox.version))
        .limit(BATCH),
    );
    const held = waiting.findIndex(({ payload, isOld }) => !isOld && !isKnownChange(payload));
    const rows = held === -1 ? waiting : waiting.slice(0, held);
    // The first one alone: it loads the script where Redis does not have it. The others then keep their order without
    // being awaited one by one, since one connection executes commands in order.
    const [first, ...others] = rows;
    if (!first) return published;
    await publishRow(first);
    await Promise.all(others.map(publishRow));
    const pks = rows.map((row) => row.pk);
    await database.inCompany(company, (tx) => {
      const free = tx.select({ pk: fleetOutbox.pk }).from(fleetOutbox).where(inArray(fleetOutbox.pk, pks));
      return tx.delete(fleetOutbox).where(inArray(fleetOutbox.pk, free.for('update', { skipLocked: true })));
    });
    published += rows.length;
    if (rows.length < BATCH) return published;
    after = rows.at(-1)?.version ?? after;
  }
}

/** Longer than a publication takes; with the interval of the workers, a lost one is made up for within a second. */
const ABANDONED_MS = 400;

/** Publishes rows that a process left because it ended after the commit, or could not reach Redis. */
export async function publishAbandonedOutbox(stores: {
  database: SystemDatabase;
  redis: Redis;
  log: Log;
}): Promise<number> {
  const before = new Date(Date.now() - ABANDONED_MS);
  const abandoned = await stores.database.readAll((tx) =>
    tx.selectDistinct({ company: fleetOutbox.companyFk }).from(fleetOutbox).where(lt(fleetOutbox.createdAt, before)),
  );
  return runForEachCompany(stores.log, abandoned, ({ company }) => publishOutbox(stores, company));
}
