import { sql } from 'drizzle-orm';
import { announcements, type AnnouncementKind } from '../../contract/announcements.ts';
import type { SessionEnd } from '../../contract/events/browser-down/session-ended.ts';
import type { CompanyPk, SessionId, UserPk } from '../../contract/ids.ts';
import type { QueueName } from '../../contract/jobs.ts';
import type { CompanyDatabase, Database, ReadTx, Tx } from '../db/client.ts';
import { publishCommandStates, type CommandStateMessage } from '../command-states.ts';
import type { CompanyLookup } from '../db/company-lookups.ts';
import type { Change } from '../fleet/change.ts';
import { enqueueOutbox, publishOutbox } from '../fleet/outbox.ts';
import type { Log } from '../log.ts';
import type { JobItem, JobQueues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import { announceUserRights, outdateRights, restoreRights } from '../rights.ts';
import { announceSessionEnds, dropSessions } from '../sessions.ts';
import type { Announcement } from './announcement.ts';
import { publishStored, storeAnnouncements, type StoredAnnouncement } from './announcements.ts';

export interface ChangeStores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  /** Without them jobs wait until a worker finds their rows. */
  readonly queues?: JobQueues;
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
export function announce(tx: WriteTx, ...told: readonly Announcement[]): void {
  tx.effects.announcements.push(...told);
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
export function commitChange<T>(
  stores: ChangeStores,
  whose: CompanyPk | CompanyLookup | null,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> {
  const { database } = stores;
  if (whose === null) return commitIn(stores, { begin: database.outsideCompany, companyIn: async () => null }, work);
  if (typeof whose === 'number')
    return commitIn(
      stores,
      { begin: (commit) => database.inCompany(whose, commit), companyIn: async () => whose },
      work,
    );
  return commitIn(stores, { begin: (commit) => database.inCompanyOf(whose, commit), companyIn: readCompany }, work);
}

/** The same for a change by the operator that is of no single company. Browsers are told of nothing but what is for everybody. */
export const commitSystemChange = <T>(
  stores: ChangeStores & { readonly database: Database },
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> => commitIn(stores, { begin: stores.database.asSystem, companyIn: async () => null }, work);

/** Whose transaction it is. */
interface Scope {
  readonly begin: Begin;
  readonly companyIn: (tx: Tx) => Promise<CompanyPk | null>;
}
type Begin = <R>(commit: (tx: Tx) => Promise<R>) => Promise<R>;

async function commitIn<T>(stores: ChangeStores, scope: Scope, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  const { database, redis } = stores;
  const commit = async (plain: Tx): Promise<{ value: T; left?: Left }> => {
    const tx = withEffects(plain);
    const value = await work(tx);
    const { fleet, announcements: told, commands, jobs, rights, sessions } = tx.effects;
    const ofCompany = fleet.length + commands.length + rights.size + sessions.size;
    if (ofCompany + told.length === 0) {
      return jobs.size === 0 ? { value } : { value, left: { of: null, jobs } };
    }
    const company = await scope.companyIn(tx);
    if (ofCompany > 0 && company === null) throw new Error('only the change of a company is told to its browsers');
    if (told.some(({ kind }) => isForEverybody(kind) !== (company === null)))
      throw new Error('what everybody is told belongs to no company, and nothing else does');
    // Before the others, which a change of the same company may wait for: it asks Redis.
    await outdateRights(tx, redis, rights);
    // Their rows are held until the commit, so that whoever finds one missing, and reads its row, waits for it.
    await dropSessions(redis, [...sessions.keys()]);
    const stored = await storeAnnouncements(tx, company, told);
    const begin: Begin = company === null ? scope.begin : (forget) => database.inCompany(company, forget);
    const base = { told: { begin, stored } };
    if (company === null) return { value, left: { of: { company, ...base }, jobs } };
    // Last: other changes of the fleet wait for its lock.
    const version = fleet.length === 0 ? null : await enqueueOutbox(tx, company, fleet);
    return { value, left: { of: { company, ...base, version, commands, rights, sessions }, jobs } };
  };
  const { value: result, left } = await scope.begin(commit);
  if (left) await publish(stores, left);
  return result;
}

const isForEverybody = (kind: AnnouncementKind): boolean => announcements[kind].to === 'everyone';

interface Told {
  readonly begin: Begin;
  readonly stored: readonly StoredAnnouncement[];
}

interface Left {
  /** What is told; null for nothing. */
  readonly of:
    | { readonly company: null; readonly told: Told }
    | ({
        readonly company: CompanyPk;
        readonly told: Told;
        /** The last one of the fleet. */
        readonly version: number | null;
      } & Pick<Effects, 'commands' | 'rights' | 'sessions'>)
    | null;
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
    const { begin, stored } = of.told;
    await settle([
      ...(stored.length === 0 ? [] : [publishStored({ redis }, stored, begin)]),
      ...(of.company === null ? [] : publicationsOf({ database, redis, log }, of)),
    ]);
  }
  // Afterwards, because a worker that begins at once tells of its first step, which comes after what was told above.
  await settle([...jobs].map(async ([queue, items]) => queues?.add(queue, items)));
}

type OfCompany = Exclude<Left['of'], null | { readonly company: null }>;

const publicationsOf = (
  { database, redis, log }: ChangeStores,
  { company, version, commands, rights, sessions }: OfCompany,
): Promise<unknown>[] => [
  ...(version === null ? [] : [publishOutbox({ database, redis, log }, company, version)]),
  ...[...rights].map(async (user) => {
    await restoreRights({ database, redis }, { company, user });
    await announceUserRights(redis, user);
  }),
  publishCommandStates(redis, company, commands),
  announceSessionEnds(redis, sessions),
];

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
