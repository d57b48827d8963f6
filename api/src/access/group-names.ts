import type { GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';

/** The names of groups that exist. */
export async function selectGroupNames(tx: ReadTx, pks: readonly GroupPk[]): Promise<Map<GroupPk, string>> {
  const rows = await tx
    .select({ pk: deviceGroups.pk, name: deviceGroups.name })
    .from(deviceGroups)
    .where(whereKeyIn(deviceGroups.pk, pks));
  return new Map(rows.map(({ pk, name }) => [pk, name]));
}
