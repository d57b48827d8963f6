import type { GroupPk } from '../contract/ids.ts';
import type { FleetCounts } from '../contract/summary.ts';

export interface CountedDevice {
  readonly group: GroupPk;
  readonly online: boolean;
  readonly approved: boolean;
}

/** Counts of a fleet. Those of a group do not include its subgroups; the tree adds them up. */
export function countFleet(devices: Iterable<CountedDevice>): FleetCounts {
  const groups = new Map<GroupPk, { pk: GroupPk; total: number; online: number }>();
  const sum = { total: 0, online: 0, offline: 0, waiting_approval: 0 };
  for (const device of devices) {
    const group = groups.get(device.group) ?? { pk: device.group, total: 0, online: 0 };
    groups.set(device.group, group);
    group.total += 1;
    sum.total += 1;
    if (device.online) {
      group.online += 1;
      sum.online += 1;
    } else {
      sum.offline += 1;
    }
    if (!device.approved) sum.waiting_approval += 1;
  }
  return { ...sum, groups: [...groups.values()] };
}
