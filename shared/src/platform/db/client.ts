import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { CompanyPk } from '../../contract/ids.ts';
import { bindTransactionsToCompany } from './bound-client.ts';
import type { CompanyLookup } from './company-lookups.ts';
import { createRetirablePool, isConnectionLost, isDeadlock, type RetirablePool } from './pool.ts';

type Drizzle = PostgresJsDatabase;

/** A transaction in which only the rows of its company exist (row-level security). */
export type Tx = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

type Reading<T> = Omit<T, 'insert' | 'update' | 'delete' | 'transaction' | 'refreshMaterializedView'>;
/** One that writes nothing, of `read`. What only reads takes it, and so runs in both. */
export type ReadTx = Omit<Reading<Tx>, 'with'> & {
  with(...queries: Parameters<Tx['with']>): Reading<ReturnType<Tx['with']>>;
};

/**
 * Every query runs in a transaction that is bound to one company, as the role of the API is. A query that forgot its
 * company sees no rows rather than all.
 *
 * `work` runs again when Postgres ends it to resolve a deadlock, so it changes nothing but rows.
 */
export interface CompanyDatabase extends AsyncDisposable {
  /** Everything inside sees rows of this company only, and Postgres refuses to write any. */
  read<T>(company: CompanyPk, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** The same for the company that a lookup names. */
  readOf<T>(lookup: CompanyLookup, work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** For what belongs to no company, such as notices; rows of companies do not exist inside. */
  readOutside<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Everything inside sees and writes rows of this company only. Changes of the product are made by `commitChange`. */
  inCompany<T>(company: CompanyPk, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for the company that a lookup names; where it names none, there are no rows. */
  inCompanyOf<T>(lookup: CompanyLookup, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For what belongs to no company, such as applications of partners. */
  outsideCompany<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
}

/** What workers and operators have: the role of the system may also act across companies. */
export interface SystemDatabase extends CompanyDatabase {
  /** Everything inside sees rows of all companies, and Postgres refuses to write any. */
  readAll<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** As long as a request may take; no transaction of ours comes near it. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/** Of a transaction that Postgres ended twice in favour of others, the third run is the last. */
const MAX_RUNS = 3;
const RERUN_AFTER_MS = 20;

async function retryAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (cause) {
      if (runs === MAX_RUNS || !isDeadlock(cause)) throw cause;
      // An immediate retry could lock the row that the other transaction waits for, and end in the same deadlock.
      await delay(RERUN_AFTER_MS * (1 + Math.random()));
    }
  }
}

export function connectDatabase(url: string, poolSize: number): SystemDatabase {
  const open = () =>
    createRetirablePool(
      postgres(url, { max: poolSize, onnotice: () => undefined, connect_timeout: 5, idle_timeout: 60 }),
    );
  let pool = open();

  /**
   * Once one connection of a pool was lost the others are suspect: a transaction that was under way on one may
   * neither end nor fail. So the whole pool is given up, and what was under way on it fails now.
   */
  const giveUp = (lost: RetirablePool) => {
    if (pool !== lost) return;
    pool = open();
    lost.retire();
  };

  const guarded = async <T>(work: (client: postgres.Sql) => Promise<T>): Promise<T> => {
    const own = pool;
    try {
      return await own.run(work, TRANSACTION_TIMEOUT_MS);
    } catch (cause) {
      if (isConnectionLost(cause)) giveUp(own);
      throw cause;
    }
  };

  const within = <T>(company: string, work: (tx: Tx) => Promise<T>, isReadOnly = false) =>
    retryAfterDeadlock(() =>
      guarded((client) => drizzle(bindTransactionsToCompany(client, { company, isReadOnly })).transaction(work)),
    );

  /** Takes the company that a lookup names, which is one more statement. */
  const ofCompany =
    <T>({ company }: CompanyLookup, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      await tx.execute(sql`select set_config('app.company', coalesce(${company}::text, ''), true)`);
      return work(tx);
    };

  return {
    read: (company, work) => within(String(company), work, true),
    readOf: (lookup, work) => within('', ofCompany(lookup, work), true),
    readOutside: (work) => within('', work, true),
    inCompany: (company, work) => within(String(company), work),
    inCompanyOf: (lookup, work) => within('', ofCompany(lookup, work)),
    outsideCompany: (work) => within('', work),
    readAll: (work) => within('all', work, true),
    asSystem: (work) => within('all', work),
    ping: () => guarded(async (client) => void (await client`select 1`)),
    [Symbol.asyncDispose]: () => pool.client.end({ timeout: 2 }),
  };
}
