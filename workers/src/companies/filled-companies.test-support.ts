import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { SystemDatabase, Tx } from '@vigil/shared/platform/db/client';
import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { companyTables } from './company-tables.ts';

/** A table of the database, with what a row of it needs. */
interface Column extends Record<string, unknown> {
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
}

/** Columns of which one must be set, by the rules of their tables. */
const chosen: Readonly<Record<string, string>> = { 'maintenance_windows.is_for_all': 'true' };

/** Serial keys are drawn; everything else that a row must have gets a value that no other row has. */
const needed = (tx: Tx, table: string) =>
  tx.execute<Column>(sql`
    select column_name as name, udt_name as type, character_maximum_length as length
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO'
      and (column_default is null or column_name in ('name', 'mgrid', 'email')) and column_name <> 'company_fk'`);

function valueOf({ type, length }: Column, n: number): string {
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  if (type === 'timestamptz') return '2026-01-01T00:00:00Z';
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return '\\x00';
  if (type === 'bool') return 'false';
  if (type === 'inet') return '192.0.2.1';
  if (type === '_text' || type === '_int4') return '{}';
  if (['int2', 'int4', 'int8', 'float8', 'float4'].includes(type)) return String(n);
  return String(n)
    .padStart(Math.min(length ?? 8, 8), '0')
    .slice(-(length ?? 8));
}

let made = 100;

async function addRow(tx: Tx, company: CompanyPk, table: PgTable): Promise<void> {
  const { name } = getTableConfig(table);
  made += 1;
  const columns = await needed(tx, name);
  const extra = Object.entries(chosen)
    .filter(([key]) => key.startsWith(`${name}.`))
    .map(([key, value]) => ({ name: key.slice(name.length + 1), value }));
  const names = ['company_fk', ...columns.map((column) => column.name), ...extra.map((column) => column.name)];
  const values = [
    String(company),
    ...columns.map((column) => valueOf(column, made)),
    ...extra.map(({ value }) => value),
  ];
  await tx.execute(sql`
    insert into ${table} (${sql.join(
      names.map((one) => sql.identifier(one)),
      sql`, `,
    )}) values (${sql.join(
      values.map((value) => sql.raw(`'${value}'`)),
      sql`, `,
    )})`);
}

/** Adds rows of a company to every table, without regard to what they refer to. @param database as a superuser */
export const fillAllTables = (database: SystemDatabase, company: CompanyPk, rows: number): Promise<void> =>
  database.asSystem(async (tx) => {
    await tx.execute(sql`select add_usage_partition('2026-01-01'::date)`);
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { table } of companyTables) {
      const perCompany = getTableConfig(table).columns.some(({ name, primary }) => name === 'company_fk' && primary);
      for (let i = 0; i < (perCompany ? 1 : rows); i += 1) await addRow(tx, company, table);
    }
  });

/** All rows of a company by their tables, as texts. */
export const rowsOfCompany = (database: SystemDatabase, company: CompanyPk): Promise<Map<string, string[]>> =>
  database.readAll(async (tx) => {
    const found = new Map<string, string[]>();
    for (const { table } of companyTables) {
      const rows = await tx.execute<{ text: string }>(
        sql`select to_jsonb(t)::text as text from ${table} t where company_fk = ${company} order by 1`,
      );
      if (rows.length > 0)
        found.set(
          getTableConfig(table).name,
          rows.map(({ text }) => text),
        );
    }
    return found;
  });
