import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { CompanyPk } from '../../contract/ids.ts';

type Drizzle = PostgresJsDatabase;

/** A transaction in which only the rows of its company exist (row-level security). */
export type Tx = Parameters<Parameters<Drizzle['transaction']>[0]>[0];

/**
 * Postgres as the product uses it: there is no way to query outside a transaction that says for whom. A query that
 * forgot its company sees nothing rather than everything.
 */
export interface Database extends AsyncDisposable {
  /** Everything inside sees and writes rows of this company only. */
  inCompany<T>(company: CompanyPk, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For workers, sign-in and operators, who act before or across companies. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
}

export function connectDatabase(url: string, pool: number): Database {
  const client = postgres(url, { max: pool, onnotice: () => undefined, connect_timeout: 5, idle_timeout: 60 });
  const db = drizzle(client);
  const within = <T>(scope: string, work: (tx: Tx) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.company', ${scope}, true)`);
      return work(tx);
    });
  return {
    inCompany: (company, work) => within(String(company), work),
    asSystem: (work) => within('all', work),
    async ping() {
      await client`select 1`;
    },
    [Symbol.asyncDispose]: () => client.end({ timeout: 2 }),
  };
}
