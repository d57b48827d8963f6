import { sql } from 'drizzle-orm';
import type { SessionEnd } from '../../contract/events/browser-down/session-ended.ts';
import type { CompanyPk, SessionId, UserPk } from '../../contract/ids.ts';
import type { QueueName } from '../../contract/jobs.ts';
import type { CompanyDatabase, ReadTx, Tx } from '../db/client.ts';
import { publishCommandStates, type CommandStateMessage } from '../command-states.ts';
import type { CompanyLookup } from '../db/company-lookups.ts';
import type { Change } from '../fleet/change.ts';
import { enqueueOutbox, publishOutbox } from '../fleet/outbox.ts';
import type { Log } from '../log.ts';
import type { JobItem, Queues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import { announceUserRights, outdateRights, restoreRights } from '../rights.ts';
import { announceSessionEnds, dropSessions } from '../sessions.ts';
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
  readonly commands: CommandStateMessage[];
  readonly jobs: Map<QueueName, JobItem<QueueName>[]>;
  readonly rights: Set<UserPk>;
  readonly sessions: Map<SessionId, SessionEnd>;
}

/** The transaction of a change. The functions below add what follows from it. */
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

/**
 * Sessions whose rows the transaction has ended or deleted, and whose they are. Requests are refused from the commit on, open sockets
 * as soon as it is published.
 */
export function changeSessions(
  tx: WriteTx,
  ended: readonly { readonly id: SessionId; readonly user: UserPk }[],
  reason: SessionEnd,
): void {
  for (const { id } of ended) tx.effects.sessions.set(id, reason);
  if (ended.length > 0) announce(tx, { kind: 'sessions', to: [...new Set(ended.map(({ user }) => user))] });
}

/** Tells browsers of states of commands, before their jobs begin. One that is lost is not told again: the ledger has it, too. */
export function changeCommands(tx: WriteTx, states: readonly CommandStateMessage[]): void {
  tx.effects.commands.push(...states);
}

/** Begins jobs at once after the commit. Each must have a row that says that it is left to do, since this process may end first. */
export function queueJobs<N extends QueueName>(tx: WriteTx, queue: N, items: readonly JobItem<N>[]): void {
  const { jobs } = tx.effects;
  if (items.length > 0) jobs.set(queue, [...(jobs.get(queue) ?? []), ...items]);
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
    const { fleet, announcements, commands, jobs, rights, sessions } = tx.effects;
    if (fleet.length + announcements.length + commands.length + rights.size + sessions.size === 0) {
      return jobs.size === 0 ? { value } : { value, left: { of: null, jobs } };
    }
    if (whose === null) throw new Error('only the change of a company is announced');
    const company = typeof whose === 'number' ? whose : await readCompany(tx);
    // Before the others, which a change of the same company may wait for: it asks Redis.
    await outdateRights(tx, redis, rights);
    // Their rows are held until the commit, so that whoever finds one missing, and reads its row, waits for it.
    await dropSessions(redis, [...sessions.keys()]);
    const stored = await storeAnnouncements(tx, company, announcements);
    // Last: other changes of the fleet wait for its lock.
    const version = fleet.length === 0 ? null : await enqueueOutbox(tx, company, fleet);
    return { value, left: { of: { company, stored, version, commands, rights, sessions }, jobs } };
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
  /** What is told; null for nothing. */
  readonly of: {
    readonly company: CompanyPk;
    readonly stored: readonly StoredAnnouncement[];
    /** The last one of the fleet. */
    readonly version: number | null;
    readonly commands: Effects['commands'];
    readonly rights: Effects['rights'];
    readonly sessions: Effects['sessions'];
  } | null;
  readonly jobs: Effects['jobs'];
}

/** What a failure leaves, a worker finds; rights and ended sessions, the next request of their user. */
async function publish({ database, redis, queues, log }: ChangeStores, { of, jobs }: Left): Promise<void> {
  const settle = async (publications: readonly Promise<unknown>[]) => {
    for (const outcome of await Promise.allSettled(publications)) {
      if (outcome.status === 'rejected')
        log.warn({ err: outcome.reason as unknown, company: of?.company }, 'change not published yet');
    }
  };
  if (of !== null) {
    const { company, stored, version, commands, rights, sessions } = of;
    await settle([
      ...(version === null ? [] : [publishOutbox({ database, redis, log }, company, version)]),
      ...(stored.length === 0
        ? []
        : [publishStored({ redis }, stored, (forget) => database.inCompany(company, forget))]),
      ...[...rights].map(async (user) => {
        await restoreRights({ database, redis }, { company, user });
        await announceUserRights(redis, user);
      }),
      publishCommandStates(redis, company, commands),
      announceSessionEnds(redis, sessions),
    ]);
  }
  // Afterwards, because a worker that begins at once tells of its first step, which comes after what was told above.
  await settle([...jobs].map(async ([queue, items]) => queues?.add(queue, items)));
}

async function readCompany(tx: ReadTx): Promise<CompanyPk> {
  const [row] = await tx.execute<{ company: string }>(sql`select current_setting('app.company') as company`);
  return Number(row?.company) as CompanyPk;
}

const withEffects = (tx: Tx): WriteTx =>
  Object.assign(tx, {
    effects: {
      fleet: [],
      announcements: [],
      commands: [],
      jobs: new Map(),
      rights: new Set<UserPk>(),
      sessions: new Map(),
    },
  });
