import type { GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import { sql } from 'drizzle-orm';

/** The names of groups and of those above each of them, joined by `/`: names alone are not unique. */
export async function selectPathNames(tx: ReadTx, pks: readonly GroupPk[]): Promise<Map<GroupPk, string>> {
  const rows = await tx.execute<{ pk: GroupPk; path: string }>(sql`
    with recursive up as (
      select pk as of, name, group_fk, 0 as depth from device_groups where ${whereKeyIn(deviceGroups.pk, pks)}
      union all select up.of, g.name, g.group_fk, depth + 1 from device_groups g join up on g.pk = up.group_fk
    ) select of as pk, string_agg(name, '/' order by depth desc) as path from up group by of order by path`);
  return new Map(rows.map(({ pk, path }) => [pk, path]));
}
