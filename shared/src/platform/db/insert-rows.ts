import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './client.ts';

/** As many are one parameter of some hundred kilobytes. */
const MAX_ROWS_PER_STATEMENT = 5_000;

/**
 * Inserts rows that are not read back. Each statement has one parameter with all of its rows instead of one a value, which takes a fraction
 * of the processor time for thousands of rows. A column that no row names has its default; one that only some name is null in the others.
 */
export async function insertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return;
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
    await tx.execute(sql`
      insert into ${table} (${names})
      select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(chunk)}::json)`);
  }
}
