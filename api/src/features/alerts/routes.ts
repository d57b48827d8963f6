import { listOpenAlerts, markIncidentsSeenUntil } from '@vigil/shared/contract/http/alerts';
import { announceOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { countOpenAlerts, selectOpenAlerts, updateAlertsSeenAt } from './queries.ts';

export function registerAlertRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listOpenAlerts, async ({ caller }) => {
    const { rows, total } = await database.read(caller.company, async (tx) => ({
      rows: await selectOpenAlerts(tx, caller),
      total: await countOpenAlerts(tx, caller),
    }));
    const objects = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    return { objects, meta: { total_count: total } };
  });

  routes.change(markIncidentsSeenUntil, {
    rule: async (tx, { caller, body }) => {
      const until = new Date(Math.min(Date.parse(body.until), now()));
      const isLater = await updateAlertsSeenAt(tx, caller.user, until);
      if (isLater) announceOnCommit(tx, { kind: 'alertsSeen', to: [caller.user] });
      return [{ until: until.toISOString() }];
    },
  });
}
