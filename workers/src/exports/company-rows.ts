import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/** Of a batch; rows of devices have their hardware and software with them. */
const ROWS_PER_READ = 500;

/** A row as JSON, and its key as text. */
interface JsonRow extends Record<string, unknown> {
  readonly json: string;
  readonly key: string[];
}

interface Columns {
  readonly table: PgTable;
  /** Of the primary key, with their types. */
  readonly key: readonly { readonly name: SQL; readonly type: SQL }[];
  readonly shown: SQL;
}

function columnsOf(table: PgTable, without: readonly string[]): Columns {
  const { columns, primaryKeys } = getTableConfig(table);
  const ofKey = columns.filter(({ primary }) => primary);
  // The columns of a key of several are not those of the table, which know their types.
  const names = (primaryKeys[0]?.columns ?? []).map(({ name }) => name);
  const key = ofKey.length > 0 ? ofKey : columns.filter(({ name }) => names.includes(name));
  const shown = columns.filter((column) => !without.includes(column.name)).map((column) => sql.identifier(column.name));
  return {
    table,
    key: key.map((column) => ({
      name: sql`${sql.identifier(column.name)}`,
      type: sql.raw(column.getSQLType().replace('serial', 'int')),
    })),
    shown: sql.join(shown, sql`, `),
  };
}

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

function readRows(
  tx: ReadTx,
  company: CompanyPk,
  { columns: { table, key, shown }, after }: { columns: Columns; after: readonly string[] | null },
): Promise<readonly JsonRow[]> {
  const names = list(key.map(({ name }) => name));
  const start = list(key.map(({ type }, i) => sql`${after?.[i]}::text::${type}`));
  const rest = after === null ? sql`` : sql`and (${names}) > (${start})`;
  const texts = list(key.map(({ name }) => sql`${name}::text`));
  return tx.execute<JsonRow>(sql`
    select (select to_jsonb(shown) from (select ${shown}) shown)::text as json, array[${texts}] as key
    from ${table} where company_fk = ${company} ${rest} order by ${names} limit ${ROWS_PER_READ}`);
}

/** How many rows a company has in a table. */
export async function countCompanyRows(tx: ReadTx, company: CompanyPk, table: PgTable): Promise<number> {
  const [row] = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${table} where company_fk = ${company}`,
  );
  return row?.n ?? 0;
}

/**
 * The rows of a company in a table as JSON, in batches by the primary key.
 * @param read reads in a transaction of the company
 */
export async function* readCompanyRows(
  read: <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>,
  company: CompanyPk,
  { table, without }: { readonly table: PgTable; readonly without: readonly string[] },
): AsyncGenerator<readonly string[]> {
  const columns = columnsOf(table, without);
  let after: readonly string[] | null = null;
  for (;;) {
    const batch = { columns, after };
    const rows: readonly JsonRow[] = await read((tx) => readRows(tx, company, batch));
    if (rows.length > 0) yield rows.map(({ json }) => json);
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.key ?? null;
  }
}
