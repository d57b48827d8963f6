import { and, asc, desc, gt, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { encodeCursor, parseDateRange, type PageCursor } from '../../contract/list-query.ts';
import type { ReadTx } from './client.ts';
import { containsText } from './contains.ts';
import { whereWithin } from './where-within.ts';

/**
 * What `pageQuery` parses, its dates as points in time, with what `searchBy`, `dateRangeParams` and `cursorParams` add
 * to it.
 */
export interface PageQuery {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  readonly search_mode: 'pagination' | 'all';
  readonly search_key?: string;
  readonly search_value?: string | undefined;
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly after?: PageCursor | undefined;
}

type Declares<Q, Name extends string> = Name extends keyof Q ? true : false;
/** A column is searched for rows that contain the text; a function builds its own condition. */
type Search = Column | ((value: string) => SQL);

/** How a list answers its query; complete by type, so that an endpoint cannot declare what its list does not honour. */
export type PageRules<Q extends PageQuery, Row> = {
  /** Which rows exist for the caller, whatever the query asks for. */
  readonly where?: SQL | undefined;
  readonly sort: { readonly [By in Q['by']]: Column | SQL };
  /** Orders rows of equal rank, so that pages do not overlap. */
  readonly key: Column | SQL.Aliased;
  /** The most rows that `search_mode=all` returns. */
  readonly atMost?: number;
  /** Only for lists with a date. */
  readonly countRows?: CountRows | undefined;
} & (Declares<Q, 'search_key'> extends true
  ? { readonly search: { readonly [Key in NonNullable<Q['search_key']>]: Search } }
  : { readonly search?: never }) &
  (Declares<Q, 'start_date'> extends true
    ? { readonly date: { readonly column: Column } }
    : { readonly date?: never }) &
  (Declares<Q, 'after'> extends true ? { readonly cursor: (row: Row) => PageCursor } : { readonly cursor?: never });

type AnyRules<Row> = {
  readonly where?: SQL | undefined;
  readonly sort: Readonly<Record<string, Column | SQL>>;
  readonly key: Column | SQL.Aliased;
  readonly atMost?: number;
  readonly countRows?: CountRows | undefined;
  readonly search?: Readonly<Record<string, Search>>;
  readonly date?: { readonly column: Column };
  readonly cursor?: (row: Row) => PageCursor;
};

/** The rows of all pages: how many there are, and the newest time among them in microseconds, of those after a time. */
export type ReadCount = (after: number | null) => Promise<RowCount>;
export interface RowCount {
  readonly count: number;
  readonly newest: number | null;
}
/** Counts the rows of a list in another way than anew for each page. */
export type CountRows = (read: ReadCount) => Promise<number>;

export interface Page<Row> {
  readonly rows: Row[];
  readonly meta: { total_count: number; next: string | null };
}

const DEFAULT_MAX_ROWS = 1_000;

/** The rows of a list that a query asks for: `search_mode=all` has no pages. */
export const pageRange = (query: PageQuery, atMost: number): { limit: number; offset: number } =>
  query.search_mode === 'all' ? { limit: atMost, offset: 0 } : { limit: query.limit, offset: query.offset };

/** A time in the precision in which it is stored; a `Date` has only milliseconds and would skip rows as a cursor. */
export const epochMicroseconds = (column: Column) =>
  sql<number>`(extract(epoch from ${column}) * 1000000)::bigint`.mapWith(Number);

const timeOfMicroseconds = (at: number): SQL => sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;

/**
 * One page of a query without conditions of its own, and how many rows there are on all pages.
 * @throws Problem `date_validate_error` for a range of dates that ends before it starts
 */
export async function selectPage<S extends PgSelect, const Q extends PageQuery>(
  tx: ReadTx,
  source: S,
  { query, rules }: { query: Q; rules: PageRules<Q, Awaited<S>[number]> },
): Promise<Page<Awaited<S>[number]>> {
  type Row = Awaited<S>[number];
  const { where, sort, key, atMost = DEFAULT_MAX_ROWS, search, date, cursor, countRows } = rules as AnyRules<Row>;
  const column = sort[query.by] ?? key;
  const matching = and(where, searchCondition(query, search), dateCondition(query, date));
  const readCount: ReadCount = async (after) => {
    if (!date) throw new Error('a list without a date is counted anew for each page');
    const isNewer = after === null ? undefined : gt(date.column, timeOfMicroseconds(after));
    const counted = source.where(and(matching, isNewer)).as('counted');
    const newest = sql`(extract(epoch from max(${sql.identifier(date.column.name)})) * 1000000)::bigint`;
    const [row] = await tx.execute<{ count: string; newest: string | null }>(
      sql`select count(*) as count, ${newest} as newest from ${counted}`,
    );
    return { count: Number(row?.count ?? 0), newest: row?.newest == null ? null : Number(row.newest) };
  };
  const total_count = await (countRows?.(readCount) ?? tx.$count(source.where(matching).as('counted')));
  const { limit, offset } = pageRange(query, atMost);
  const page = pageFromNearerEnd(query, { limit, offset, total: total_count });
  const direction = page.order === 'asc' ? asc : desc;
  const found = (await source
    .where(and(matching, query.after && isAfter(query.after, { column, key, order: query.order })))
    .orderBy(direction(column), direction(key))
    .limit(page.limit)
    .offset(page.offset)) as Row[];
  const rows = page.order === query.order ? found : found.toReversed();
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    rows,
    meta: { total_count, next: cursor && last ? encodeCursor(cursor(last)) : null },
  };
}

interface Extent {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** A page of the second half is read from the end: Postgres reads all rows before an offset. */
function pageFromNearerEnd(
  { order, after }: PageQuery,
  { limit, offset, total }: { readonly limit: number; readonly offset: number; readonly total: number },
): Extent {
  if (after || offset * 2 <= total) return { order, limit, offset };
  const left = Math.max(0, total - offset);
  const size = Math.min(limit, left);
  return { order: order === 'asc' ? 'desc' : 'asc', limit: size, offset: left - size };
}

function searchCondition(query: PageQuery, search: AnyRules<never>['search']): SQL | undefined {
  const target = query.search_key === undefined ? undefined : search?.[query.search_key];
  if (!target || !query.search_value) return undefined;
  return typeof target === 'function' ? target(query.search_value) : containsText(target, query.search_value);
}

const dateCondition = (query: PageQuery, date: AnyRules<never>['date']): SQL | undefined =>
  date && whereWithin(date.column, parseDateRange(query));

const isAfter = (
  { at, key: last }: PageCursor,
  { column, key, order }: { column: SQLWrapper; key: SQLWrapper; order: 'asc' | 'desc' },
): SQL => {
  return sql`(${column}, ${key}) ${sql.raw(order === 'asc' ? '>' : '<')} (${timeOfMicroseconds(at)}, ${last})`;
};
