import type { Summary } from '@vigil/shared/contract/summary';
import { countFleet } from '@vigil/shared/domain/fleet-counts';
import { onlineDevices } from '@vigil/shared/platform/redis/presence';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../session/session.ts';
import { selectDevicePks } from './queries.ts';

/** The counts of what the caller may see, by group (spec 1 §7). */
export async function summarize({ database, redis }: Deps, caller: Caller): Promise<Summary> {
  const rows = await database.inCompany(caller.company, (tx) => selectDevicePks(tx, caller, 'all'));
  const online = await onlineDevices(redis, caller.company);
  return countFleet(
    rows.map((row) => ({
      group: row.group,
      online: online.has(row.pk),
      approved: row.approval === 1,
    })),
  );
}
