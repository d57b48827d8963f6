import type { DevicePk, GroupPk } from '../contract/ids.ts';

/**
 * Which devices of a company a viewer sees: all of them, those in some groups, or those that are named. Every list,
 * file, frame and message follows from it (infra/decisions/sight.md).
 */
export type Sight = 'all' | { readonly groups: readonly GroupPk[] } | { readonly devices: readonly DevicePk[] };

export interface PlacedDevice {
  readonly pk: DevicePk;
  readonly group: GroupPk;
}

/** How a sight is checked for one device after another. */
export function createSightCheck(sight: Sight): (device: PlacedDevice) => boolean {
  if (sight === 'all') return () => true;
  if ('groups' in sight) {
    const groups = new Set(sight.groups);
    return ({ group }) => groups.has(group);
  }
  const devices = new Set(sight.devices);
  return ({ pk }) => devices.has(pk);
}

/** The groups that are seen as a whole. A viewer of single devices sees no group. */
export function groupsInSight(sight: Sight): 'all' | readonly GroupPk[] {
  if (sight === 'all') return sight;
  return 'groups' in sight ? sight.groups : [];
}

/** Whether a group is seen as a whole. */
export function seesGroup(sight: Sight, group: number): boolean {
  const groups: 'all' | readonly number[] = groupsInSight(sight);
  return groups === 'all' || groups.includes(group);
}

const listed = (pks: readonly number[]): string => pks.toSorted((a, b) => a - b).join(',');

/** The same text for sights that show the same devices of a company by the same rule. */
export function sightKey(sight: Sight): string {
  if (sight === 'all') return sight;
  return 'groups' in sight ? `g${listed(sight.groups)}` : `d${listed(sight.devices)}`;
}
