import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { DevicePk, Guid } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { SessionRecord } from '@vigil/shared/platform/sessions';

/** The devices whose group the caller may see; part of every query that names devices. */
export function visibleGroups({ groups }: Pick<SessionRecord, 'groups'>): SQL | undefined {
  if (groups === 'all') return undefined;
  return groups.length === 0 ? sql`false` : inArray(devices.groupFk, [...groups]);
}

/** One device, if the caller may see it. */
export async function findVisibleDevice(
  tx: Tx,
  caller: Pick<SessionRecord, 'groups'>,
  by: { pk: DevicePk } | { guid: Guid },
) {
  const named = 'pk' in by ? eq(devices.pk, by.pk) : eq(devices.guid, by.guid);
  const [device] = await tx
    .select({ pk: devices.pk, alias: devices.alias, approval: devices.approval })
    .from(devices)
    .where(and(named, visibleGroups(caller)));
  return device;
}
