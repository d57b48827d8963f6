import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { isGroupWithin } from '@vigil/shared/domain/group-tree';
import { createSightCheck, seesGroup, type Sight } from '@vigil/shared/domain/sight';
import type { FleetIndex } from '@vigil/shared/platform/fleet/fleet-index';

/** How much of the devices of a group a browser sees. */
export type GroupVisibility = 'whole' | 'part' | 'none';

export interface Visibility {
  /** Whether a browser sees a device that is in a group; a device of an unknown group is never visible. */
  sees(index: FleetIndex, device: DevicePk, group: GroupPk | undefined): boolean;
  shareOf(index: FleetIndex, group: GroupPk): GroupVisibility;
}

/** The devices in `scope`, limited to those that the session allows. */
export function createVisibility(scope: GroupScope, sight: Sight): Visibility {
  const isInSight = createSightCheck(sight);
  const isInScope = (index: FleetIndex, group: GroupPk): boolean =>
    typeof scope === 'string' || isGroupWithin(group, scope, (pk) => index.groups.get(pk)?.parent);
  const named = sight === 'all' || 'groups' in sight ? [] : sight.devices;
  return {
    sees: (index, device, group) => group !== undefined && isInSight({ pk: device, group }) && isInScope(index, group),
    shareOf(index, group) {
      if (!isInScope(index, group)) return 'none';
      if (seesGroup(sight, group)) return 'whole';
      return named.some((device) => groupOf(index, device) === group) ? 'part' : 'none';
    },
  };
}

export const groupOf = (index: FleetIndex, device: DevicePk): GroupPk | undefined => index.devices.get(device)?.group;
