import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { FleetDelta } from '../../live/changes.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import type { DeviceCounts, GroupCount, GroupTree } from './group-tree.ts';

/** What the index needs of a device, and of the fleet. */
export type IndexedDevice = Pick<FleetDevice, 'pk' | 'device_group_fk' | 'isOnline' | 'favourite' | 'alias'>;
export interface FleetSource {
  readonly size: number;
  get: (pk: DevicePk) => IndexedDevice | undefined;
  all: () => Iterable<IndexedDevice>;
  subscribe: (listener: (changes: FleetDelta) => void) => () => void;
}

/**
 * The devices of each group with their counts, kept up to date by what changed: a fleet of tens of thousands of devices
 * cannot be counted anew for each frame.
 */
export interface GroupDeviceIndex {
  /** Grows when a count changed. */
  readonly countVersion: number;
  /** Grows when a device was added, removed, moved or renamed. */
  readonly structureVersion: number;
  readonly all: Readonly<DeviceCounts>;
  readonly favourites: Readonly<DeviceCounts>;
  /** Counts of a group and of everything below it, for the tree that was set last. */
  readonly counts: ReadonlyMap<GroupPk, GroupCount>;
  devicesOf: (pk: GroupPk) => ReadonlySet<DevicePk>;
  setTree: (tree: GroupTree) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Entry {
  readonly group: GroupPk;
  readonly isOnline: boolean;
  readonly isFavourite: boolean;
  readonly alias: string;
}

const NO_DEVICES: ReadonlySet<DevicePk> = new Set();

const entryOf = ({ device_group_fk, isOnline, favourite, alias }: IndexedDevice): Entry => ({
  group: device_group_fk,
  isOnline,
  isFavourite: favourite !== null,
  alias,
});

export function createGroupDeviceIndex(fleet: FleetSource): GroupDeviceIndex {
  let tree: GroupTree = { roots: [], byPk: new Map() };
  let countVersion = 0;
  let structureVersion = 0;
  const entries = new Map<DevicePk, Entry>();
  const members = new Map<GroupPk, Set<DevicePk>>();
  const counts = new Map<GroupPk, GroupCount>();
  const all: DeviceCounts = { total: 0, online: 0 };
  const favourites: DeviceCounts = { total: 0, online: 0 };
  const listeners = new Set<() => void>();

  const add = (count: DeviceCounts, sign: 1 | -1, isOnline: boolean) => {
    count.total += sign;
    if (isOnline) count.online += sign;
  };
  const countInTree = ({ group, isOnline }: Entry, sign: 1 | -1) => {
    for (let node = tree.byPk.get(group) ?? null; node; node = node.parent) {
      const count = counts.get(node.group.pk);
      if (!count) continue;
      add(count, sign, isOnline);
      if (node.group.pk === group) count.own += sign;
    }
  };
  const count = (entry: Entry, sign: 1 | -1) => {
    add(all, sign, entry.isOnline);
    if (entry.isFavourite) add(favourites, sign, entry.isOnline);
    countInTree(entry, sign);
  };

  const remove = (pk: DevicePk, entry: Entry) => {
    entries.delete(pk);
    members.get(entry.group)?.delete(pk);
    count(entry, -1);
  };
  const put = (device: IndexedDevice) => {
    const { pk } = device;
    const [before, after] = [entries.get(pk), entryOf(device)];
    if (before) count(before, -1);
    if (before && before.group !== after.group) members.get(before.group)?.delete(pk);
    if (!before || before.group !== after.group || before.alias !== after.alias) structureVersion += 1;
    entries.set(pk, after);
    const group = members.get(after.group) ?? new Set();
    members.set(after.group, group.add(pk));
    count(after, 1);
  };
  /** The fleet says that devices are gone, but not which. */
  const removeMissing = () => {
    if (entries.size === fleet.size) return;
    structureVersion += 1;
    for (const [pk, entry] of entries) if (!fleet.get(pk)) remove(pk, entry);
  };
  const notify = () => {
    countVersion += 1;
    for (const listener of listeners) listener();
  };

  for (const device of fleet.all()) put(device);
  fleet.subscribe(({ rows, membership }) => {
    if (rows.size === 0 && !membership) return;
    for (const pk of rows) {
      const device = fleet.get(pk);
      if (device) put(device);
    }
    if (membership) removeMissing();
    notify();
  });

  return {
    get countVersion() {
      return countVersion;
    },
    get structureVersion() {
      return structureVersion;
    },
    all,
    favourites,
    counts,
    devicesOf: (pk) => members.get(pk) ?? NO_DEVICES,
    setTree(next) {
      if (next === tree) return;
      tree = next;
      counts.clear();
      for (const pk of tree.byPk.keys()) counts.set(pk, { total: 0, online: 0, own: 0 });
      for (const entry of entries.values()) countInTree(entry, 1);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
