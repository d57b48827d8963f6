import { listOpenAlerts, markIncidentsSeenUntil } from '@vigil/shared/contract/http/alerts';
import { announceOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { wireAlert } from '../../wire/alert.ts';
import { countAlertsByGroup, selectOpenAlerts, updateAlertsSeenAt } from './queries.ts';

export function registerAlertRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listOpenAlerts, async ({ caller }) => {
    const { rows, counts } = await database.read(caller.company, async (tx) => ({
      rows: await selectOpenAlerts(tx, caller),
      counts: await countAlertsByGroup(tx, caller),
    }));
    const sumOf = (field: 'alerts' | 'devices' | 'overThreshold') => counts.reduce((sum, row) => sum + row[field], 0);
    return {
      objects: rows.map(wireAlert),
      meta: {
        total_count: sumOf('alerts'),
        device_count: sumOf('devices'),
        over_threshold_count: sumOf('overThreshold'),
        groups: counts.map(({ group, devices }) => ({ group_pk: group, device_count: devices })),
      },
    };
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
