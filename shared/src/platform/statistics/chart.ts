import type { QueryOf } from '../../contract/endpoint.ts';
import type { ChartRow, readRemoteChart } from '../../contract/http/statistics.ts';
import { timeZoneOf } from '../../domain/time-zones.ts';
import type { ReadTx } from '../db/client.ts';
import type { HistoryReader } from '../histories/visibility.ts';
import { countByPeriod, type CountedEvents } from './events.ts';
import { chartPeriods, dayAt } from './periods.ts';
import { shareOf } from './share.ts';

export type ChartQuery = QueryOf<typeof readRemoteChart>;

interface AskedChart {
  readonly query: ChartQuery;
  readonly events: CountedEvents;
  /** Of the reader. */
  readonly timeZoneId: number;
  readonly now: number;
}

/**
 * Every period with its count and its share, and the number of events in all of them and in those before that compare
 * with them.
 */
export async function readChart(tx: ReadTx, reader: HistoryReader, { query, events, timeZoneId, now }: AskedChart) {
  const periods = chartPeriods(query, { timeZoneId, today: dayAt(now, timeZoneOf(timeZoneId).name) });
  const { previous, counts } = await countByPeriod(tx, reader, { ...periods, events });
  const countOf = (place: number) => counts.get(place) ?? 0;
  const total_count = periods.periods.reduce((sum, { pk }) => sum + countOf(pk), 0);
  const objects = periods.periods.map(({ pk, start_date }): ChartRow => ({
    pk,
    start_date,
    access_cnt: countOf(pk),
    access_ratio: shareOf(countOf(pk), total_count),
  }));
  return { objects, meta: { total_count, previous_count: previous } };
}
