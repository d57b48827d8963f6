import { sql } from 'drizzle-orm';
import { announcements, type AnnouncementKind } from '../../contract/announcements.ts';
import type { SessionEndReason } from '../../contract/events/browser-down/session.ts';
import type { CompanyPk, SessionId, UserPk } from '../../contract/ids.ts';
import type { QueueName } from '../../contract/jobs.ts';
import { publishCommandStates, type CommandStateMessage } from '../command-states.ts';
import type { CompanyDatabase, SystemDatabase, ReadTx, Tx } from '../db/client.ts';
import type { CompanyLookup } from '../db/company-lookups.ts';
import type { FleetChange } from '../fleet/change.ts';
import { enqueueOutbox, publishOutbox } from '../fleet/outbox.ts';
import { warnOfRepeatedFailure } from '../log-repeated.ts';
import type { Log } from '../log.ts';
import type { JobItem, JobQueues } from '../queues.ts';
import type { Redis } from '../redis/redis.ts';
import { announceUserRightsChange, invalidateRights, cacheRightsFromDatabase } from '../rights.ts';
import { announceSessionEnds, dropCachedSessions } from '../sessions.ts';
import type { Announcement, CompanyMessage } from './announcement.ts';
import {
  publishStoredAnnouncements,
  storeAnnouncements,
  type AddressedMessage,
  type UnpublishedAnnouncement,
} from './announcements.ts';

export interface ChangeStores {
  readonly database: CompanyDatabase;
  readonly redis: Redis;
  /** Without them jobs wait until a worker finds their rows. */
  readonly queues?: JobQueues;
  readonly log: Log;
}

/**
 * What a transaction causes besides its rows. It is stored with them where it must not get lost, and published after
 * the commit.
 */
interface Effects {
  readonly fleet: FleetChange[];
  readonly announcements: Announcement[];
  readonly messages: AddressedMessage[];
  readonly commands: CommandStateMessage[];
  readonly jobs: Map<QueueName, JobItem<QueueName>[]>;
  readonly rights: Set<UserPk>;
  readonly sessions: Map<SessionId, SessionEndReason>;
}

/**
 * The transaction of a change. The functions named `…OnCommit` add to its effects; nothing is published before the
 * commit.
 */
export type ChangeTx = Tx & { readonly effects: Effects };

/** Tells browsers, after the commit, that something has changed. */
export function announceOnCommit(tx: ChangeTx, ...toTell: readonly Announcement[]): void {
  tx.effects.announcements.push(...toTell);
}

/** Sends messages with content of their own to the browsers and agents of a company, after the commit. */
export function sendOnCommit(tx: ChangeTx, company: CompanyPk, ...messages: readonly CompanyMessage[]): void {
  tx.effects.messages.push(...messages.map((message) => ({ company, message })));
}

/**
 * Publishes changes of devices, groups or settings of agents, whose rows the transaction has written, to gateways,
 * browsers and the fleet index.
 */
export function publishFleetOnCommit(tx: ChangeTx, changes: readonly FleetChange[]): void {
  tx.effects.fleet.push(...changes);
}

/**
 * Publishes that the transaction has changed what these users may do: permissions, groups, windows, the validity of the
 * account. Requests go by the new rights from the commit on, open sockets as soon as they are published.
 */
export function publishRightsOnCommit(tx: ChangeTx, ...users: readonly UserPk[]): void {
  for (const user of users) tx.effects.rights.add(user);
}

/**
 * Publishes the end of sessions whose rows the transaction has ended or deleted. Requests are refused from the commit
 * on, open sockets are closed as soon as it is published.
 */
export function publishEndsOnCommit(
  tx: ChangeTx,
  ended: readonly { readonly id: SessionId; readonly user: UserPk }[],
  reason: SessionEndReason,
): void {
  for (const { id } of ended) tx.effects.sessions.set(id, reason);
  if (ended.length > 0) announceOnCommit(tx, { kind: 'sessions', to: [...new Set(ended.map(({ user }) => user))] });
}

/**
 * Tells browsers of states of commands, before their jobs begin. A lost message is not repeated: the ledger has the
 * state, too, and browsers read it again every half minute while a command is open.
 */
export function publishStatesOnCommit(tx: ChangeTx, states: readonly CommandStateMessage[]): void {
  tx.effects.commands.push(...states);
}

/**
 * Adds jobs to a queue after the commit. Each must have a row that says that it is left to do, since this process may
 * end first.
 */
export function queueJobsOnCommit<N extends QueueName>(tx: ChangeTx, queue: N, items: readonly JobItem<N>[]): void {
  const { jobs } = tx.effects;
  if (items.length > 0) jobs.set(queue, [...(jobs.get(queue) ?? []), ...items]);
}

/**
 * The path of every change. `work` changes rows and adds effects by the functions above; rows and effects are committed
 * together, and the effects are published afterwards. If this process ends after the commit, or cannot reach Redis, a
 * worker publishes them, and the call succeeds.
 *
 * `whose` is the company, or how to find it; null for rows that belong to no company, of which no browser is told.
 *
 * `work` runs again when Postgres ends it to resolve a deadlock, so it must change nothing but rows.
 * @returns the result of `work`
 */
export function commitChange<T>(
  stores: ChangeStores,
  whose: CompanyPk | CompanyLookup | null,
  work: (tx: ChangeTx) => Promise<T>,
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

/**
 * The same for a change by the operator or of workers that is of no single company. Only announcements to everybody are
 * possible in it, and messages, each to its company.
 */
export const commitCrossCompanyChange = <T>(
  stores: ChangeStores & { readonly database: SystemDatabase },
  work: (tx: ChangeTx) => Promise<T>,
): Promise<T> => commitIn(stores, { begin: stores.database.asSystem, companyIn: async () => null }, work);

/** How the transaction begins, and how its company is found. */
interface Scope {
  readonly begin: Begin;
  readonly companyIn: (tx: Tx) => Promise<CompanyPk | null>;
}
type Begin = <R>(commit: (tx: Tx) => Promise<R>) => Promise<R>;

async function commitIn<T>(stores: ChangeStores, scope: Scope, work: (tx: ChangeTx) => Promise<T>): Promise<T> {
  const { database, redis } = stores;
  const commit = async (plain: Tx): Promise<{ value: T; publication?: Publication }> => {
    const tx = withEffects(plain);
    const value = await work(tx);
    const { fleet, announcements: announced, messages, commands, jobs, rights, sessions } = tx.effects;
    const companyEffects = fleet.length + commands.length + rights.size + sessions.size;
    if (companyEffects + announced.length + messages.length === 0) {
      return jobs.size === 0 ? { value } : { value, publication: { messages: null, jobs } };
    }
    const company = await scope.companyIn(tx);
    if (companyEffects > 0 && company === null) throw new Error('only the change of a company is told to its browsers');
    if (announced.some(({ kind }) => isForEverybody(kind) !== (company === null)))
      throw new Error('what everybody is told belongs to no company, and nothing else does');
    // Before the others, which a change of the same company may wait for: it asks Redis.
    await invalidateRights(tx, redis, rights);
    // Their rows are held until the commit, so that whoever finds one missing, and reads its row, waits for it.
    await dropCachedSessions(redis, [...sessions.keys()]);
    const stored = await storeAnnouncements(tx, company, { announced, messages });
    const begin: Begin = company === null ? scope.begin : (forget) => database.inCompany(company, forget);
    const base = { announcements: { begin, stored } };
    if (company === null) return { value, publication: { messages: { company, ...base }, jobs } };
    // Last: other changes of the fleet wait for its lock.
    const version = fleet.length === 0 ? null : await enqueueOutbox(tx, company, fleet);
    return { value, publication: { messages: { company, ...base, version, commands, rights, sessions }, jobs } };
  };
  const { value: result, publication } = await scope.begin(commit);
  if (publication) await publish(stores, publication);
  return result;
}

const isForEverybody = (kind: AnnouncementKind): boolean => announcements[kind].to === 'everyone';

interface StoredAnnouncements {
  /** Begins the transaction that deletes their rows once they are published. */
  readonly begin: Begin;
  readonly stored: readonly UnpublishedAnnouncement[];
}

/** What is to be published of a committed transaction. */
interface Publication {
  /** Null for none. */
  readonly messages:
    | { readonly company: null; readonly announcements: StoredAnnouncements }
    | ({
        readonly company: CompanyPk;
        readonly announcements: StoredAnnouncements;
        /** The last version of the fleet that the transaction has put into the outbox; null for none. */
        readonly version: number | null;
      } & Pick<Effects, 'commands' | 'rights' | 'sessions'>)
    | null;
  readonly jobs: Effects['jobs'];
}

/**
 * Publishes messages, then adds jobs. A failure is logged: a worker publishes the rest later. Rights and ended sessions
 * are read from their rows by the next request of their user.
 */
async function publish({ database, redis, queues, log }: ChangeStores, publication: Publication): Promise<void> {
  const { messages, jobs } = publication;
  const settle = async (publications: readonly Promise<unknown>[]) => {
    for (const outcome of await Promise.allSettled(publications)) {
      if (outcome.status === 'rejected')
        warnOfRepeatedFailure(
          log,
          { cause: outcome.reason as unknown, company: messages?.company },
          'change not published yet',
        );
    }
  };
  if (messages !== null) {
    const { begin, stored } = messages.announcements;
    if (messages.company !== null) await settle(publishOfCompany({ database, redis, log }, messages));
    // Afterwards, because who is told reads at once, and some of what is read comes from the fleet index.
    if (stored.length > 0) await settle([publishStoredAnnouncements({ redis }, stored, begin)]);
  }
  // Afterwards, because a worker that begins at once publishes its first step, which has to follow the messages above.
  await settle([...jobs].map(async ([queue, items]) => queues?.add(queue, items)));
}

type CompanyMessages = Exclude<Publication['messages'], null | { readonly company: null }>;

const publishOfCompany = (
  { database, redis, log }: ChangeStores,
  { company, version, commands, rights, sessions }: CompanyMessages,
): Promise<unknown>[] => [
  ...(version === null ? [] : [publishOutbox({ database, redis, log }, company, version)]),
  ...[...rights].map(async (user) => {
    await cacheRightsFromDatabase({ database, redis }, { company, user });
    await announceUserRightsChange(redis, user);
  }),
  publishCommandStates(redis, company, commands),
  announceSessionEnds(redis, sessions),
];

async function readCompany(tx: ReadTx): Promise<CompanyPk> {
  const [row] = await tx.execute<{ company: string }>(sql`select current_setting('app.company') as company`);
  return Number(row?.company) as CompanyPk;
}

const withEffects = (tx: Tx): ChangeTx =>
  Object.assign(tx, {
    effects: {
      fleet: [],
      announcements: [],
      messages: [],
      commands: [],
      jobs: new Map(),
      rights: new Set<UserPk>(),
      sessions: new Map(),
    },
  });
