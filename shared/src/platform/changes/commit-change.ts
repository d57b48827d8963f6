import { sql } from 'drizzle-orm';
import type { CompanyPk, UserPk } from '../../contract/ids.ts';
import type { QueueName } from '../../contract/jobs.ts';
import type { CompanyDatabase, Tx } from '../db/client.ts';
import type { CompanyLookup } from '../db/company-lookups.ts';
import type { Change } from '../fleet/change.ts';
import { enqueueOutbox, publishOutbox } from '../fleet/outbox.ts';
import type { Log } from '../log.ts';
import type { JobItem, Queues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import { announceUserRights, outdateRights, restoreRights } from '../rights.ts';
import type { Announcement } from './announcement.ts';
import { publishStored, storeAnnouncements, type StoredAnnouncement } from './announcements.ts';

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
  readonly rights: Set<UserPk>;
}

/** The transaction of a change. `announce`, `changeFleet`, `changeRights` and `queueJobs` add what follows from it. */
export type WriteTx = Tx & { readonly effects: Effects };

/** Tells browsers of the change once it is committed. */
export function announce(tx: WriteTx, ...announcements: readonly Announcement[]): void {
  tx.effects.announcements.push(...announcements);
}

/** Changes of devices, groups or settings of agents, which the transaction has written. */
export function changeFleet(tx: WriteTx, changes: readonly Change[]): void {
  tx.effects.fleet.push(...changes);
}

/**
 * What these users may do has changed: permissions, groups, windows, the validity of the account. Requests go by it from the commit
 * on, their open sockets as soon as it is published.
 */
export function changeRights(tx: WriteTx, ...users: readonly UserPk[]): void {
  for (const user of users) tx.effects.rights.add(user);
}

/** Begins jobs at once after the commit. Each must have a row that says that it is left to do, since this process may end first. */
export function queueJobs<N extends QueueName>(tx: WriteTx, queue: N, items: readonly JobItem<N>[]): void {
  tx.effects.jobs.push([queue, items]);
}

/**
 * The path of every change: `work` changes rows, and adds what follows from them; all of that is committed together, then published.
 * What a process leaves that ends after the commit, or cannot reach Redis, a worker publishes, and the call succeeds.
 *
 * `whose` is null for what belongs to no company, of which no browser is told.
 *
 * `work` runs again when Postgres ends it to resolve a deadlock, so it changes nothing but rows.
 */
export async function commitChange<T>(
  stores: ChangeStores,
  whose: CompanyPk | CompanyLookup | null,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const { database, redis } = stores;
  const commit = async (plain: Tx): Promise<{ value: T; left?: Left }> => {
    const tx = withEffects(plain);
    const value = await work(tx);
    const { fleet, announcements, jobs, rights } = tx.effects;
    if (fleet.length + announcements.length + jobs.length + rights.size === 0) return { value };
    if (whose === null) {
      if (fleet.length + announcements.length + rights.size > 0)
        throw new Error('only the change of a company is announced');
      return { value, left: { company: null, stored: [], version: null, jobs, rights } };
    }
    const company = typeof whose === 'number' ? whose : await readCompany(tx);
    // Before the others, which a change of the same company may wait for: it asks Redis.
    await outdateRights(tx, redis, rights);
    const stored = await storeAnnouncements(tx, company, announcements);
    // Last: other changes of the fleet wait for its lock.
    const version = fleet.length === 0 ? null : await enqueueOutbox(tx, company, fleet);
    return { value, left: { company, stored, version, jobs, rights } };
  };
  const { value: result, left } = await begin(database, whose, commit);
  if (left) await publish(stores, left);
  return result;
}

function begin<T>(
  database: CompanyDatabase,
  whose: CompanyPk | CompanyLookup | null,
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (whose === null) return database.outsideCompany(commit);
  return typeof whose === 'number' ? database.inCompany(whose, commit) : database.inCompanyOf(whose, commit);
}

interface Left {
  readonly company: CompanyPk | null;
  readonly stored: readonly StoredAnnouncement[];
  /** The last one of the fleet. */
  readonly version: number | null;
  readonly jobs: Effects['jobs'];
  readonly rights: Effects['rights'];
}

/** What a failure leaves, a worker finds; rights, the next request of their user. */
async function publish(
  { database, redis, queues, log }: ChangeStores,
  { company, stored, version, jobs, rights }: Left,
): Promise<void> {
  const publications = [
    ...(version === null || company === null ? [] : [publishOutbox({ database, redis, log }, company, version)]),
    ...(stored.length === 0 || company === null ? [] : [publishStored({ database, redis }, company, stored)]),
    ...[...rights].map(async (user) => {
      if (company !== null) await restoreRights({ database, redis }, { company, user });
      await announceUserRights(redis, user);
    }),
    ...jobs.map(async ([queue, items]) => queues?.add(queue, items)),
  ];
  for (const outcome of await Promise.allSettled(publications)) {
    if (outcome.status === 'rejected')
      log.warn({ err: outcome.reason as unknown, company }, 'change not published yet');
  }
}

async function readCompany(tx: Tx): Promise<CompanyPk> {
  const [row] = await tx.execute<{ company: string }>(sql`select current_setting('app.company') as company`);
  return Number(row?.company) as CompanyPk;
}

const withEffects = (tx: Tx): WriteTx =>
  Object.assign(tx, { effects: { fleet: [], announcements: [], jobs: [], rights: new Set<UserPk>() } });
