import type { GroupNode } from '@vigil/shared/contract/group';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';

/** How the tree of groups changed; 'unknown' when it has to be read again. */
export type GroupChange = 'unknown' | { readonly changed: readonly GroupNode[]; readonly removed: readonly GroupPk[] };

/** What changed since the last flush, by kind, so that a subscriber does only the work that is needed. */
export interface FleetDelta {
  /** Devices of which only measures changed. */
  readonly usage: ReadonlySet<DevicePk>;
  /** Devices of which state or properties changed. */
  readonly rows: ReadonlySet<DevicePk>;
  /** Devices were added, removed, or all replaced. */
  readonly membership: boolean;
  /** In the order in which they are to be applied. */
  readonly groups: readonly GroupChange[];
}

export interface FleetDeltaCollector {
  usage: (pk: DevicePk) => void;
  row: (pk: DevicePk) => void;
  membership: () => void;
  groups: (change: GroupChange) => void;
  /** Returns what was collected and starts anew; null when there was nothing. */
  take: () => FleetDelta | null;
}

export function createFleetDeltaCollector(): FleetDeltaCollector {
  const empty = () => ({
    usage: new Set<DevicePk>(),
    rows: new Set<DevicePk>(),
    membership: false,
    groups: [] as GroupChange[],
  });
  let current = empty();
  return {
    usage: (pk) => void current.usage.add(pk),
    row: (pk) => void current.rows.add(pk),
    membership: () => void (current.membership = true),
    groups: (change) => void current.groups.push(change),
    take: () => {
      const taken = current;
      if (taken.usage.size + taken.rows.size + taken.groups.length === 0 && !taken.membership) return null;
      current = empty();
      return taken;
    },
  };
}
