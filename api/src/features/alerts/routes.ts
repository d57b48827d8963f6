import { listOpenAlerts, markAlertsSeen } from '@vigil/shared/contract/http/alerts';
import { publish } from '@vigil/shared/platform/bus/bus';
import { channels } from '@vigil/shared/platform/bus/channels';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { countOpenAlerts, selectOpenAlerts, updateSeen } from './queries.ts';

export function registerAlertRoutes(routes: Routes, { database, redis, now }: Deps): void {
  routes.on(listOpenAlerts, async ({ caller }) => {
    const { rows, total } = await database.inCompany(caller.company, async (tx) => ({
      rows: await selectOpenAlerts(tx, caller),
      total: await countOpenAlerts(tx, caller),
    }));
    const objects = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    return { objects, meta: { total_count: total } };
  });

  routes.on(markAlertsSeen, async ({ caller, body }) => {
    const until = new Date(Math.min(Date.parse(body.until), now()));
    const isLater = await database.inCompany(caller.company, (tx) => updateSeen(tx, caller.user, until));
    if (isLater) await publish(redis, channels.company(caller.company), { t: 'alerts_seen', to: caller.user });
    return { objects: [{ until: until.toISOString() }] };
  });
}
