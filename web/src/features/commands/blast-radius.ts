import type { CommandType } from '@vigil/shared/contract/command';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { obstacleTo, type Obstacle } from '@vigil/shared/domain/device-actions';
import type { Viewer } from '@vigil/shared/domain/permissions';
import type { FleetDevice, FleetStore } from '../../live/fleet-store.ts';

/** The devices that a command would reach now. */
export interface BlastRadius {
  reached: FleetDevice[];
  skipped: { device: FleetDevice; obstacle: Obstacle }[];
  groups: number;
  online: number;
}

export function blastRadius(
  type: CommandType,
  pks: readonly DevicePk[],
  viewer: Viewer,
  store: FleetStore,
): BlastRadius {
  const radius: BlastRadius = { reached: [], skipped: [], groups: 0, online: 0 };
  for (const pk of pks) {
    const device = store.get(pk);
    if (!device) continue;
    const obstacle = obstacleTo(type, viewer, device);
    if (obstacle) radius.skipped.push({ device, obstacle });
    else radius.reached.push(device);
  }
  radius.groups = new Set(radius.reached.map(({ device_group_fk }) => device_group_fk)).size;
  radius.online = radius.reached.filter(({ alive }) => alive === 1).length;
  return radius;
}
