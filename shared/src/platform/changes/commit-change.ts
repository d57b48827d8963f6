import { sql } from 'drizzle-orm';
import type { CompanyPk } from '../../contract/ids.ts';
import type { QueueName } from '../../contract/jobs.ts';
import type { CompanyDatabase, Tx } from '../db/client.ts';
import type { CompanyLookup } from '../db/company-lookups.ts';
import type { Change } from '../fleet/change.ts';
import { enqueueOutbox, publishOutbox } from '../fleet/outbox.ts';
import type { Log } from '../log.ts';
import type { JobItem, Queues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import type { Announcement } from './announcement.ts';
import { publishStored, storeAnnouncements } from './announcements.ts';

export interface ChangeStores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  /** Without them jobs wait until a worker finds their rows. */
  readonly queues?: Queues;
  readonly log: Log;
}

/** What follows from a change besides its rows: committed with them, and published or begun after the commit. */
interface Effects {
  readonly fleet: Change[];
  readonly announcements: Announcement[];
  readonly jobs: (readonly [QueueName, readonly JobItem<QueueName>[]])[];
}

/** The transaction of a change. `announce`, `changeFleet` and `queueJobs` add what follows from it. */
export type WriteTx = Tx & { readonly effects: Effects };

/** Tells browsers of the change once it is committed. */
export function announce(tx: WriteTx, ...announcements: readonly Announcement[]): void {
  tx.effects.announcements.push(...announcements);
}

/** Changes of devices, groups or settings of agents, which the transaction has written. */
export function changeFleet(tx: WriteTx, changes: readonly Change[]): void {
  tx.effects.fleet.push(...changes);
}

/** Begins jobs at once after the commit. Each must have a row that says that it is left to do, since this process may end first. */
export function queueJobs<N extends QueueName>(tx: WriteTx, queue: N, items: readonly JobItem<N>[]): void {
  tx.effects.jobs.push([queue, items]);
}

/**
 * The path of every change: `work` changes rows, and adds what follows from them; all of that is committed together, then published.
 * What a process leaves that ends after the commit, or cannot reach Redis, a worker publishes, and the call succeeds.
 *
 * `work` runs again when Postgres ends it to resolve a deadlock, so it changes nothing but rows.
 */
export async function commitChange<T>(
  stores: ChangeStores,
  whose: CompanyPk | CompanyLookup,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const { database, redis, log } = stores;
  const commit = async (plain: Tx) => {
    const tx = withEffects(plain);
    const value = await work(tx);
    const { fleet, announcements, jobs } = tx.effects;
    const company = typeof whose === 'number' ? whose : await readCompany(tx);
    const stored = await storeAnnouncements(tx, company, announcements);
    // Last: other changes of the fleet wait for its lock.
    const version = fleet.length === 0 ? null : await enqueueOutbox(tx, company, fleet);
    return { company, value, stored, version, jobs };
  };
  const { company, ...done } = await (typeof whose === 'number'
    ? database.inCompany(whose, commit)
    : database.inCompanyOf(whose, commit));
  const publications = [
    ...(done.version === null ? [] : [publishOutbox({ database, redis, log }, company, done.version)]),
    ...(done.stored.length === 0 ? [] : [publishStored({ database, redis }, company, done.stored)]),
    ...done.jobs.map(async ([queue, items]) => stores.queues?.add(queue, items)),
  ];
  for (const outcome of await Promise.allSettled(publications)) {
    if (outcome.status === 'rejected')
      log.warn({ err: outcome.reason as unknown, company }, 'change not published yet');
  }
  return done.value;
}

async function readCompany(tx: Tx): Promise<CompanyPk> {
  const [row] = await tx.execute<{ company: string }>(sql`select current_setting('app.company') as company`);
  return Number(row?.company) as CompanyPk;
}

const withEffects = (tx: Tx): WriteTx => Object.assign(tx, { effects: { fleet: [], announcements: [], jobs: [] } });
