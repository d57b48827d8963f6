import type { GroupScope } from '@vigil/shared/contract/events/browser-up/watch-fleet';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { isWithin } from '@vigil/shared/domain/group-tree';
import type { FleetIndex } from '@vigil/shared/platform/fleet/fleet-index';

/** Whether a browser sees the devices of a group; an unknown group is never visible. */
export type Visibility = (index: FleetIndex, group: GroupPk | undefined) => boolean;

/** The groups in `scope`, limited to those that the session allows. */
export function createVisibility(scope: GroupScope, allowed: 'all' | readonly GroupPk[]): Visibility {
  const permitted = allowed === 'all' ? null : new Set(allowed);
  return (index, group) => {
    if (group === undefined) return false;
    if (permitted && !permitted.has(group)) return false;
    return typeof scope === 'string' || isWithin(group, scope, (pk) => index.groups.get(pk)?.parent);
  };
}

export const groupOf = (index: FleetIndex, device: DevicePk): GroupPk | undefined => index.devices.get(device)?.group;
