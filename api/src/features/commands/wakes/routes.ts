import { MAX_LISTED_UNWAKEABLE_DEVICES, previewWakeLoss, readWakeReadiness } from '@vigil/shared/contract/http/wakes';
import { MAX_WAKE_SENDERS } from '@vigil/shared/domain/wake-senders';
import type { Deps } from '../../../deps.ts';
import type { RouteRegistry } from '../../../http/routes.ts';
import { selectSleeperPage } from './queries.ts';
import { readWakeReadinessLookup, findWakeLosses } from './readiness.ts';

export function registerWakeRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database } = deps;

  routes.on(readWakeReadiness, ({ caller, query }) =>
    database.read(caller.company, async (tx) => {
      const { sleepers, total } = await selectSleeperPage(tx, caller, query);
      const readiness = await readWakeReadinessLookup(deps, tx, { caller, sleepers });
      const objects = sleepers.map((sleeper) => {
        const reason = readiness.problemOf(sleeper);
        return {
          device_pk: sleeper.pk,
          wakeable: reason === null ? (1 as const) : (0 as const),
          reason,
          senders: readiness.sendersOf(sleeper, MAX_WAKE_SENDERS).map(readiness.candidate),
          last_proven_at: readiness.provenAt(sleeper),
        };
      });
      return { objects, meta: { total_count: total } };
    }),
  );

  routes.on(previewWakeLoss, ({ caller, body }) =>
    database.read(caller.company, async (tx) => {
      const unwakeable = await findWakeLosses(deps, tx, {
        caller,
        pks: [...new Set(body.device_pks)],
      });
      const objects = unwakeable.slice(0, MAX_LISTED_UNWAKEABLE_DEVICES).map(({ pk, alias }) => ({ pk, alias }));
      return { objects, meta: { total_count: unwakeable.length } };
    }),
  );
}
