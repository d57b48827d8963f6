import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { DeviceTrendPoint } from '@vigil/shared/contract/http/trends';
import { readDeviceTrends } from '@vigil/shared/contract/http/trends';
import { sightKey } from '@vigil/shared/domain/sight';
import { createExpiringCache } from '../../caching/expiring-cache.ts';
import type { Deps } from '../../deps.ts';
import { selectStateCounts, type Moments } from '../../fleet/state-count-queries.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { selectAlertingDeviceCounts, selectMeasuredCounts } from './trend-queries.ts';

const STEP_MS = 300_000;
const STEPS = 12;
/** A minute of usage is stored when it is over; workers that are behind need some time more. */
const SETTLE_MS = 90_000;
/** A browser asks every minute; many of them look at the same list. */
const KEPT_MS = 60_000;

/** The last twelve full five minutes that are certain to be stored. */
function momentsBefore(now: number): Moments {
  const last = Math.floor((now - SETTLE_MS) / STEP_MS) * STEP_MS;
  return { first: last - (STEPS - 1) * STEP_MS, last, step: STEP_MS };
}

/**
 * The history of a list from what is stored: connections, usage by the minute, alerts and approvals. Where devices were
 * connected but none of them was measured, a server was down, and nothing but the approvals is known. Before the first
 * device there is nothing to know.
 */
async function computeTrends({ database }: Deps, caller: Caller, scope: GroupScope, moments: Moments) {
  return database.read(caller.company, async (tx): Promise<DeviceTrendPoint[]> => {
    const states = await selectStateCounts(tx, caller, scope, moments);
    const measured = await selectMeasuredCounts(tx, caller, scope, moments);
    const alerting = await selectAlertingDeviceCounts(tx, caller, scope, moments);
    return states.map((row, index) => {
      const [total, online] = [Number(row.total), Number(row.online)];
      const isKnown = total > 0 && (online === 0 || Number(measured[index]?.measured) > 0);
      const known = (count: string | number | undefined) => (isKnown ? Number(count) : null);
      return {
        at: new Date(moments.first + index * moments.step).toISOString(),
        online: known(online),
        offline: known(total - online),
        over_threshold: known(measured[index]?.over),
        alerts: known(alerting[index]?.alerts),
        waiting_approval: total > 0 ? Number(row.waiting) : null,
      };
    });
  });
}

/** What decides which devices are counted: callers with the same key have the same answer. */
const keyOf = ({ company, user, sight }: Caller, scope: GroupScope, { last }: Moments): string =>
  JSON.stringify([company, sightKey(sight), scope, scope === 'favorate' ? user : null, last]);

export function registerTrendRoutes(routes: RouteRegistry, deps: Deps): void {
  const cache = createExpiringCache<DeviceTrendPoint[]>(deps, KEPT_MS);
  const trendsOf = (caller: Caller, scope: GroupScope): Promise<DeviceTrendPoint[]> => {
    const moments = momentsBefore(deps.now());
    return cache(keyOf(caller, scope, moments), () => computeTrends(deps, caller, scope, moments));
  };

  routes.on(readDeviceTrends, async ({ caller, query }) => ({
    objects: await trendsOf(caller, query.device_group_pk),
  }));
}
