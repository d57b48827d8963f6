import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './client.ts';

/** As many are one parameter of some hundred kilobytes. */
const MAX_ROWS_PER_STATEMENT = 5_000;

type NewRows<T extends PgTable> = readonly T['$inferInsert'][];

/**
 * Inserts rows that are not read back. Each statement has one parameter with all of its rows instead of one a value,
 * which takes a fraction of the processor time for thousands of rows. A column that no row names has its default; one
 * that only some name is null in the others.
 */
export async function insertRows<T extends PgTable>(tx: Tx, table: T, rows: NewRows<T>): Promise<void> {
  for (const insertion of insertionsOf(table, rows)) await tx.execute(insertion);
}

/**
 * The same, without the rows whose key exists.
 * @returns the keys of those that were inserted
 */
export async function insertNewRows<T extends PgTable, K extends PgColumn>(
  tx: Tx,
  table: T,
  rows: NewRows<T>,
  key: K,
): Promise<K['_']['data'][]> {
  const name = sql.identifier(key.name);
  const keys: K['_']['data'][] = [];
  for (const insertion of insertionsOf(table, rows)) {
    const inserted = await tx.execute<{ key: K['_']['data'] }>(
      sql`${insertion} on conflict (${name}) do nothing returning ${name} as key`,
    );
    for (const row of inserted) keys.push(row.key);
  }
  return keys;
}

function* insertionsOf<T extends PgTable>(table: T, rows: NewRows<T>): Generator<SQL> {
  const named = new Set(
    rows.flatMap((row) => Object.keys(row).filter((field) => row[field as keyof typeof row] !== undefined)),
  );
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => named.has(field));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  for (let at = 0; at < rows.length; at += MAX_ROWS_PER_STATEMENT) {
    const chunk = rows
      .slice(at, at + MAX_ROWS_PER_STATEMENT)
      .map((row) => Object.fromEntries(columns.map(([field, { name }]) => [name, row[field as keyof typeof row]])));
    yield sql`
      insert into ${table} (${names})
      select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(chunk)}::json)`;
  }
}
