import { sql } from 'drizzle-orm';
import type { GroupPk } from '../../contract/ids.ts';
import type { ReadTx } from './client.ts';
import { whereKeyIn } from './has-key.ts';
import { deviceGroups } from './schema/devices.ts';

/** Some groups with all that is below them now. */
export async function selectBranches(tx: ReadTx, pks: readonly GroupPk[]): Promise<GroupPk[]> {
  const rows = await tx.execute<{ pk: GroupPk }>(sql`
    with recursive below as (
      select pk from device_groups where ${whereKeyIn(deviceGroups.pk, pks)}
      union select g.pk from device_groups g join below on g.group_fk = below.pk
    ) select pk from below`);
  return rows.map(({ pk }) => pk);
}
