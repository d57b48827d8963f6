import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { obstacleTo, type DeviceAction, type ActionObstacle } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import type { KnownWakeProblemLookup } from './use-wake-readiness.ts';

/** The devices that an action would reach now. */
export interface BlastRadius {
  /** The devices that still exist: the request names these, and the answer says what it left out. */
  present: DevicePk[];
  reached: FleetDevice[];
  skipped: { device: FleetDevice; obstacle: ActionObstacle }[];
  /** The reached devices of each group; the group with the most devices first. */
  groups: (readonly [group: GroupPk, devices: number])[];
  online: number;
}

interface Fleet {
  store: Pick<FleetStore, 'get'>;
  /** Why a device cannot be woken now, or null. */
  wakeProblem?: KnownWakeProblemLookup;
}

export function blastRadius(
  action: DeviceAction,
  pks: readonly DevicePk[],
  viewer: Viewer,
  { store, wakeProblem = () => null }: Fleet,
): BlastRadius {
  const radius: BlastRadius = { present: [], reached: [], skipped: [], groups: [], online: 0 };
  for (const pk of pks) {
    const device = store.get(pk);
    if (!device) continue;
    radius.present.push(pk);
    const obstacle = obstacleTo(action, viewer, { ...device, wake_problem: wakeProblem(device) });
    if (obstacle) radius.skipped.push({ device, obstacle });
    else radius.reached.push(device);
  }
  const groups = Map.groupBy(radius.reached, ({ device_group_fk }) => device_group_fk);
  radius.groups = [...groups].map(([group, own]) => [group, own.length] as const).toSorted((a, b) => b[1] - a[1]);
  radius.online = radius.reached.filter(({ isOnline }) => isOnline).length;
  return radius;
}
