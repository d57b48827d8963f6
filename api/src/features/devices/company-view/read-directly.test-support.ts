import type { DeviceRow } from '@vigil/shared/contract/device';
import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listDevices } from '@vigil/shared/contract/http/devices';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import { wireDevice } from '../../../wire/device.ts';
import { readLiveStateLookup } from '../live-state.ts';
import { selectDevices } from '../queries.ts';

type Viewer = Pick<Caller, 'company' | 'user' | 'sight'>;
export type ListQuery = Pick<QueryOf<typeof listDevices>, 'by' | 'order' | 'limit' | 'offset' | 'device_group_pk'>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: DeviceRow, b: DeviceRow, { by, order }: ListQuery): number {
  const [left, right] = [a[by], b[by]];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const sign = order === 'desc' ? -1 : 1;
  return sign * (typeof left === 'number' ? left - Number(right) : collator.compare(left, String(right)));
}

/** A list as the stores have it now, read and sorted without a view. */
export async function readDirectly({ database, redis }: Deps, viewer: Viewer, query: ListQuery) {
  const { all, within } = await database.inCompany(viewer.company, async (tx) => ({
    all: await selectDevices(tx, viewer, sql`true`),
    within: await tx.execute<{ pk: GroupPk; path: GroupPk[] }>(sql`
      with recursive tree as (
        select pk, array[pk] as path from device_groups where group_fk is null
        union all select g.pk, t.path || g.pk from device_groups g join tree t on g.group_fk = t.pk
      ) select pk, path from tree`),
  }));
  const scope = query.device_group_pk;
  const groups = new Set(
    within.filter(({ path }) => typeof scope === 'number' && path.includes(scope)).map(({ pk }) => pk),
  );
  const stored = all.filter(
    ({ device, favouritePk }) =>
      scope === 'all' || (scope === 'favorate' ? favouritePk !== null : groups.has(device.groupFk)),
  );
  const live = await readLiveStateLookup(
    redis,
    viewer.company,
    stored.map((row) => row.device.pk),
  );
  const rows = stored
    .map((row) => wireDevice(row, live(row.device.pk)))
    .toSorted((a, b) => compare(a, b, query) || collator.compare(a.alias, b.alias) || a.pk - b.pk);
  return { rows: rows.slice(query.offset, query.offset + query.limit), total: rows.length };
}
