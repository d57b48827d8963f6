import { inArray, sql, type SQL } from 'drizzle-orm';
import type { GroupScope } from '../../contract/events/browser-up/watch.ts';
import type { GroupPk } from '../../contract/ids.ts';
import type { Sight } from '../../domain/sight.ts';
import { devices, favourites } from './schema/devices.ts';

/** The devices that a user may see; part of every query that names devices. Undefined for all of the company. */
export function whereInSight({ sight }: { readonly sight: Sight }): SQL | undefined {
  if (sight === 'all') return undefined;
  const [column, pks] = 'groups' in sight ? [devices.groupFk, sight.groups] : [devices.pk, sight.devices];
  return pks.length === 0 ? sql`false` : inArray<typeof column>(column, [...pks]);
}

/** A group with everything below it. */
const inGroup = (group: GroupPk): SQL => sql`${devices.groupFk} in (
  with recursive below as (
    select pk from device_groups where pk = ${group}
    union all select g.pk from device_groups g join below on g.group_fk = below.pk
  ) select pk from below)`;

/** The devices of a list. The query has to join the favourites of its user. */
export function whereInScope(scope: GroupScope): SQL | undefined {
  if (scope === 'all') return undefined;
  return scope === 'favorate' ? sql`${favourites.pk} is not null` : inGroup(scope);
}
