import type { AlertCode } from '@vigil/shared/contract/alert';
import type { GroupPk } from '@vigil/shared/contract/ids';
import {
  alertCodeOf,
  alertKindNumbers,
  isThresholdCrossed,
  measuredKinds,
  type AlertKind,
  type MeasuredKind,
} from '@vigil/shared/domain/thresholds';
import type { GroupNode } from '../../entities/group/group-tree.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';

const MINUTE_MS = 60_000;

/** The groups that follow the thresholds of one: itself and those below it, but not those at or below `exceptions`. */
export function inheritingGroups(node: GroupNode, exceptions: ReadonlySet<GroupPk>): Set<GroupPk> {
  const groups = new Set<GroupPk>();
  const add = ({ group, children }: GroupNode) => {
    groups.add(group.pk);
    for (const child of children) if (!exceptions.has(child.group.pk)) add(child);
  };
  add(node);
  return groups;
}

const fieldOf = (kind: MeasuredKind) => measuredKinds.find((one) => one.kind === kind)?.field;

const crossesNow = (device: FleetDevice, kind: AlertKind, { value, now }: { value: number; now: number }): boolean => {
  if (kind === alertKindNumbers.disconnected) {
    const since = device.last_disconnected_time;
    return !device.isOnline && since !== null && now - Date.parse(since) >= value * MINUTE_MS;
  }
  const field = fieldOf(kind);
  const measured = device.isOnline && field !== undefined ? device[field] : null;
  return measured !== null && isThresholdCrossed(kind, measured, value, false);
};

interface Threshold {
  readonly code: AlertCode;
  readonly kind: AlertKind;
  /** Minutes for Disconnected. */
  readonly value: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How many devices of some groups would alert at once with a threshold. */
export function countAlertingDevices(
  devices: Iterable<FleetDevice>,
  groups: ReadonlySet<GroupPk>,
  { code, kind, ...threshold }: Threshold,
): number {
  let count = 0;
  for (const device of devices) {
    const isConcerned =
      device.isApproved && groups.has(device.device_group_fk) && alertCodeOf(device.dev_os_id, kind) === code;
    if (isConcerned && crossesNow(device, kind, threshold)) count += 1;
  }
  return count;
}
