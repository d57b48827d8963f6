import { readUsageHistory } from '@vigil/shared/contract/http/usage-history';
import { usageHistoryColumns } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { findZone, selectUsageHistory } from './usage-history-queries.ts';

export function registerUsageHistoryRoutes(routes: Routes, { database }: Deps): void {
  routes.on(readUsageHistory, async ({ caller, params, query }) => {
    const [from, to] = [new Date(query.from), new Date(query.to)];
    if (from >= to) throw new Problem('date_validate_error', { field: 'query.to' });
    const rows = await database.read(caller.company, async (tx) => {
      const device = await findVisibleDevice(tx, caller, { pk: params.pk });
      if (!device) throw new Problem('not_found');
      if (!showsDetails(device)) return [];
      return selectUsageHistory(tx, params.pk, { from, to, step: query.step, zone: await findZone(tx, caller.user) });
    });
    return { objects: { columns: [...usageHistoryColumns], rows } };
  });
}
