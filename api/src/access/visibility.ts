import { inArray, sql, type SQL } from 'drizzle-orm';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import type { SessionRecord } from '@vigil/shared/platform/sessions';

/** The devices whose group the caller may see; part of every query that names devices. */
export function visibleGroups({ groups }: Pick<SessionRecord, 'groups'>): SQL | undefined {
  if (groups === 'all') return undefined;
  return groups.length === 0 ? sql`false` : inArray(devices.groupFk, [...groups]);
}
