import { readUsageHistory } from '@vigil/shared/contract/http/usage-history';
import { usageHistoryColumns } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { parseEarliestMoment } from '@vigil/shared/domain/moment';
import { timeZoneOf } from '@vigil/shared/domain/time-zones';
import { showsDetails } from '@vigil/shared/domain/visible-parts';
import { readUserTimeZone } from '../../access/date-range.ts';
import { findVisibleDevice } from '../../access/visibility.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { selectUsageHistory } from './usage-history-queries.ts';

export function registerUsageHistoryRoutes(routes: RouteRegistry, { database }: Deps): void {
  routes.on(readUsageHistory, async ({ caller, params, query }) => {
    const rows = await database.read(caller.company, async (tx) => {
      const timeZoneId = await readUserTimeZone(tx, caller.user);
      const [from, to] = [parseEarliestMoment(query.from, timeZoneId), parseEarliestMoment(query.to, timeZoneId)];
      if (!from || !to) throw new Problem('malformed', { field: from ? 'query.to' : 'query.from' });
      if (from >= to) throw new Problem('date_validate_error', { field: 'query.to' });
      const device = await findVisibleDevice(tx, caller, { pk: params.pk });
      if (!device) throw new Problem('not_found');
      if (!showsDetails(device)) return [];
      return selectUsageHistory(tx, params.pk, { from, to, step: query.step, zone: timeZoneOf(timeZoneId).name });
    });
    return { objects: { columns: [...usageHistoryColumns], rows } };
  });
}
