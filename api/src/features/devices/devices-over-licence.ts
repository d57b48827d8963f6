import { listDevicesOverLicence, MAX_LISTED_DEVICES_OVER_LICENCE } from '@vigil/shared/contract/http/licence-gate';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { readLiveStateLookup } from './live-state.ts';
import { selectNewestDevices } from './queries.ts';

export function registerOverLicenceRoute(routes: RouteRegistry, { database, redis, now }: Deps): void {
  routes.on(listDevicesOverLicence, async ({ caller: { company } }) => {
    const { over, rows } = await database.read(company, async (tx) => {
      const { devices, volume } = await readLicenceUse(tx, company, new Date(now()));
      const beyond = Math.max(0, devices - volume);
      return { over: beyond, rows: await selectNewestDevices(tx, Math.min(beyond, MAX_LISTED_DEVICES_OVER_LICENCE)) };
    });
    const live = await readLiveStateLookup(
      redis,
      company,
      rows.map(({ pk }) => pk),
    );
    const objects = rows.map((row) => ({
      ...row,
      alive: live(row.pk).online ? (1 as const) : (0 as const),
      enrolled_at: row.enrolled_at.toISOString(),
      last_conn: row.last_conn?.toISOString() ?? null,
    }));
    return { objects, meta: { total_count: over } };
  });
}
