import { and, gte, lt, sql, type Column, type SQL } from 'drizzle-orm';
import type { DevicePk, UserPk } from '../../contract/ids.ts';
import type { ReadTx } from '../db/client.ts';
import { alerts } from '../db/schema/records.ts';
import { remoteSessions } from '../db/schema/remote-sessions.ts';
import { whereWithin } from '../db/where-within.ts';
import { alertKind, whereAlertVisible } from '../histories/alert-history.ts';
import { whereRemoteVisible } from '../histories/remote-history.ts';
import type { HistoryReader } from '../histories/visibility.ts';
import type { ChartPeriods } from './periods.ts';

/** What is counted: the rows that a reader may see, by their time. */
export interface CountedEvents {
  readonly table: typeof alerts | typeof remoteSessions;
  readonly time: Column;
  readonly visible: (tx: ReadTx, reader: HistoryReader) => SQL | undefined;
}

export const remoteEvents: CountedEvents = {
  table: remoteSessions,
  time: remoteSessions.redeemedAt,
  visible: whereRemoteVisible,
};
export const alertEvents: CountedEvents = { table: alerts, time: alerts.raisedAt, visible: whereAlertVisible };

export interface Interval {
  readonly from: Date;
  readonly to: Date;
}

const whereCounted = (tx: ReadTx, reader: HistoryReader, { events, from, to }: Interval & { events: CountedEvents }) =>
  and(events.visible(tx, reader), whereWithin(events.time, { from, to }));

export const countEvents = (tx: ReadTx, reader: HistoryReader, counted: Interval & { events: CountedEvents }) =>
  tx.$count(counted.events.table, whereCounted(tx, reader, counted));

/** By what events are ranked: a key, and the name that it had last. */
export interface Ranking {
  readonly events: CountedEvents;
  readonly key: SQL;
  readonly name: SQL;
}

export const rankings = {
  users: { events: remoteEvents, key: sql`${remoteSessions.userFk}`, name: sql`${remoteSessions.mgrid}` },
  devices: { events: remoteEvents, key: sql`${remoteSessions.deviceFk}`, name: sql`${remoteSessions.deviceAlias}` },
  alertKinds: { events: alertEvents, key: alertKind, name: sql`''::text` },
  alertDevices: { events: alertEvents, key: sql`${alerts.deviceFk}`, name: sql`${alerts.deviceAlias}` },
} as const satisfies Record<string, Ranking>;

export interface Ranked<Key = UserPk | DevicePk | number> {
  /** Null for what was recorded without a key; each of its names is ranked by itself. */
  readonly key: Key | null;
  readonly name: string;
  readonly count: number;
}

/**
 * The keys with the most events, and the number of all. A name may have changed meanwhile, so that rows are first
 * counted by both.
 */
export async function selectRanking(
  tx: ReadTx,
  reader: HistoryReader,
  { ranking: { events, key, name }, limit, ...interval }: Interval & { ranking: Ranking; limit: number },
): Promise<{ ranked: Ranked[]; total: number }> {
  const counted = tx
    .select({
      key: sql`${key}`.as('key'),
      name: sql`${name}`.as('name'),
      n: sql`count(*)`.as('n'),
      latest: sql`max(${events.time})`.as('latest'),
    })
    .from(events.table)
    .where(whereCounted(tx, reader, { events, ...interval }))
    .groupBy(sql`1`, sql`2`);
  const rows = await tx.execute<{ key: number | null; name: string; n: string; total: string }>(sql`
    with counted as materialized ${counted}
    select key, (array_agg(name order by latest desc))[1] as name, sum(n) as n, (select sum(n) from counted) as total
    from counted group by key, case when key is null then name end order by n desc, name, key limit ${limit}`);
  const ranked = rows.map((row) => ({ key: row.key, name: row.name, count: Number(row.n) }));
  return { ranked, total: Number(rows[0]?.total ?? 0) };
}

/** The events of each period by its place, beginning with 1, and of the time before that compares with all of them. */
export async function countByPeriod(
  tx: ReadTx,
  reader: HistoryReader,
  { events, previous, periods, end }: ChartPeriods & { events: CountedEvents },
): Promise<{ previous: number; counts: ReadonlyMap<number, number> }> {
  // Between `previous` and the first period there may be days that compare with none: place 0.
  const bounds = [previous.from, previous.end, ...periods.map(({ from }) => from)].map((at) => at.toISOString());
  const place = sql<number>`width_bucket(${events.time}, ${`{${bounds.join(',')}}`}::timestamptz[]) - 2`;
  const rows = await tx
    .select({ place: place.mapWith(Number), count: sql<number>`count(*)`.mapWith(Number) })
    .from(events.table)
    .where(and(events.visible(tx, reader), gte(events.time, previous.from), lt(events.time, end)))
    .groupBy(sql`1`);
  const counts = new Map(rows.map((row) => [row.place, row.count]));
  return { previous: counts.get(-1) ?? 0, counts };
}
