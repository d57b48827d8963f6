import type { AlertCode } from '@vigil/shared/contract/alert';
import type { GroupDetail, ThresholdOfGroup } from '@vigil/shared/contract/http/groups';
import type { GroupPk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { selectConfigsByPrecedence, sourceOf } from '../../configs/applied-configs.ts';
import { selectGrantedUsers, selectGroupPath } from './member-queries.ts';
import { selectWithSubgroups, selectThresholdsOfGroup, selectThresholdsOfGroups, type StoredGroup } from './queries.ts';

/**
 * For each alert code the threshold of the nearest ancestor; the same rule as `thresholdFor`. `path` begins with the
 * nearest.
 */
function nearestOf(thresholds: readonly ThresholdOfGroup[], path: readonly GroupPk[]): ThresholdOfGroup[] {
  const nearest = new Map<AlertCode, ThresholdOfGroup>();
  const farthestFirst = thresholds.toSorted((a, b) => path.indexOf(b.group_fk) - path.indexOf(a.group_fk));
  for (const one of farthestFirst) nearest.set(one.alert_code, one);
  return [...nearest.values()].toSorted((a, b) => a.alert_code.localeCompare(b.alert_code));
}

/** What the detail of a group adds to its row in the tree. */
export async function selectGroupDetailAdditions(
  tx: ReadTx,
  { pk, appConfigFk }: Pick<StoredGroup, 'pk' | 'appConfigFk'>,
): Promise<Pick<GroupDetail, 'IW' | 'inherited' | 'overridden_by' | 'users' | 'app_config_fk' | 'configs'>> {
  const above = (await selectGroupPath(tx, pk)).map((one) => one.pk).slice(1);
  const below = (await selectWithSubgroups(tx, pk)).slice(1);
  const own = await selectThresholdsOfGroup(tx, pk);
  const codes = new Set(own.map((one) => one.alert_code));
  return {
    IW: own,
    inherited: nearestOf(await selectThresholdsOfGroups(tx, above), above),
    overridden_by: (await selectThresholdsOfGroups(tx, below)).filter((one) => codes.has(one.alert_code)),
    users: await selectGrantedUsers(tx, pk),
    app_config_fk: appConfigFk,
    configs: (await selectConfigsByPrecedence(tx, pk)).map(sourceOf),
  };
}
