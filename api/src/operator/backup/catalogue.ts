import type { Sql, TransactionSql } from 'postgres';

type Connection = Sql | TransactionSql;

/** A table with its columns, in a fixed order. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of the product; what a partition holds is read and written through its table. */
export const readTables = (sql: Connection): Promise<TableShape[]> => sql<TableShape[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.relname order by c.relname`;

/** Each sequence with the value that it gave last; one that gave none is left out. */
export const readSequences = (sql: Connection): Promise<{ name: string; value: string }[]> => sql<
  { name: string; value: string }[]
>`
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`;

/** The days that have a partition of the usage. */
export const readUsageDays = async (sql: Connection): Promise<string[]> => {
  const rows = await sql<{ day: string }[]>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.usage_minutes'::regclass and c.relname ~ '^usage_minutes_[0-9]{8}$' order by 1`;
  return rows.map(({ day }) => day);
};

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: TableShape): string => columns.map(quoted).join(', ');
