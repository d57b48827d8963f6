import type { QueryOf } from '@vigil/shared/contract/endpoint';
import {
  readAlertChart,
  readAlertRanking,
  readRemoteChart,
  readRemoteRanking,
} from '@vigil/shared/contract/http/statistics';
import { DevicePk, UserPk } from '@vigil/shared/contract/ids';
import { parseDateRange } from '@vigil/shared/contract/list-query';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readChart, type ChartQuery } from '@vigil/shared/platform/statistics/chart';
import {
  alertEvents,
  countEvents,
  rankings,
  remoteEvents,
  selectRanking,
  type CountedEvents,
  type Ranking,
} from '@vigil/shared/platform/statistics/events';
import { dayAt, daysBefore, defaultDays, type DayRange } from '@vigil/shared/platform/statistics/periods';
import { shareOf } from '@vigil/shared/platform/statistics/share';
import { parseTypedDateRange, readUserTimeZone } from '../../access/date-range.ts';
import { readHistoryScope } from '../../access/history-scope.ts';
import { createExpiringCache } from '../../caching/expiring-cache.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
type RankingQuery = QueryOf<typeof readRemoteRanking>;

const KEPT_MS = 10_000;

/** The range of a ranking on the clock of its reader. @throws Problem `malformed`, `date_validate_error` */
function rangeOf({ start_date, end_date }: RankingQuery, timeZoneId: number, now: number): DayRange {
  const { name: zone } = timeZoneOf(timeZoneId);
  const typed = { ...defaultDays(dayAt(now, zone)), ...(start_date && { start_date }), ...(end_date && { end_date }) };
  const { from, to } = parseDateRange(parseTypedDateRange(typed, { timeZoneId }));
  if (!from || !to) throw new Error('a range has both ends');
  return { from, to, start_date: dayAt(from, zone), end_date: dayAt(to, zone) };
}

interface AskedRanking {
  readonly ranking: Ranking;
  readonly range: DayRange;
  readonly timeZoneId: number;
  readonly limit: number;
}

/** The most counted of a range, with the number of all events in it and in the range of as many days before it. */
async function readRanking(tx: ReadTx, caller: Caller, { ranking, range, timeZoneId, limit }: AskedRanking) {
  const { from, to, start_date, end_date } = range;
  const { ranked, total } = await selectRanking(tx, caller, { ranking, from, to, limit });
  const { from: earlier, to: until } = daysBefore(range, timeZoneId);
  const previous_count = await countEvents(tx, caller, { events: ranking.events, from: earlier, to: until });
  return { ranked, total, meta: { total_count: total, previous_count, start_date, end_date } };
}

export function registerStatisticsRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, now } = deps;
  const recent = createExpiringCache<Awaited<ReturnType<typeof readRanking>>>(deps, KEPT_MS);

  /** A ranking counts all events of its range: whoever asks for the same one again soon is told the same. */
  const rank = (caller: Caller, query: RankingQuery, by: keyof typeof rankings) =>
    database.read(caller.company, async (tx) => {
      const timeZoneId = await readUserTimeZone(tx, caller.user);
      const asked = { range: rangeOf(query, timeZoneId, now()), timeZoneId, limit: query.limit };
      const key = JSON.stringify([by, caller.user, await readHistoryScope(tx, caller), asked]);
      return recent(key, () => readRanking(tx, caller, { ...asked, ranking: rankings[by] }));
    });

  routes.on(readRemoteRanking, async ({ caller, query }) => {
    const byUser = query.type === 'user';
    const { ranked, total, meta } = await rank(caller, query, byUser ? 'users' : 'devices');
    const objects = ranked.map(({ key, name, count }) => ({
      usage: shareOf(count, total),
      count,
      user_pk: byUser && key !== null ? UserPk.parse(key) : null,
      reg_mail: byUser ? name : '',
      device_pk: !byUser && key !== null ? DevicePk.parse(key) : null,
      alias: byUser ? '' : name,
    }));
    return { objects, meta };
  });

  routes.on(readAlertRanking, async ({ caller, query }) => {
    const byKind = query.type === 'user';
    const { ranked, total, meta } = await rank(caller, query, byKind ? 'alertKinds' : 'alertDevices');
    const objects = ranked.map(({ key, name, count }) => ({
      usage: shareOf(count, total),
      count,
      category: byKind ? key : null,
      device_pk: byKind ? null : DevicePk.parse(key),
      device: name,
    }));
    return { objects, meta };
  });

  const chart = (caller: Caller, query: ChartQuery, events: CountedEvents) =>
    database.read(caller.company, async (tx) =>
      readChart(tx, caller, { query, events, timeZoneId: await readUserTimeZone(tx, caller.user), now: now() }),
    );

  routes.on(readRemoteChart, ({ caller, query }) => chart(caller, query, remoteEvents));
  routes.on(readAlertChart, ({ caller, query }) => chart(caller, query, alertEvents));
}
