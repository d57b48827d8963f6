import type { deviceSortKeys } from '@vigil/shared/contract/http/devices';
import type { OsId } from '@vigil/shared/contract/device';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { FleetDevice } from '../../live/fleet-store.ts';

export type SortKey = (typeof deviceSortKeys)[number];

export interface Sort {
  by: SortKey;
  order: 'asc' | 'desc';
}

export interface Filter {
  alias: string;
  os: OsId | null;
  alive: 0 | 1 | null;
}

export const noFilter: Filter = { alias: '', os: null, alive: null };
export const isFiltered = ({ alias, os, alive }: Filter): boolean => alias !== '' || os !== null || alive !== null;

/** The devices of a list before the user's filters. */
export type DeviceScope = 'all' | 'favorate' | ReadonlySet<GroupPk>;

export function isInScope(device: FleetDevice, deviceScope: DeviceScope): boolean {
  if (deviceScope === 'all') return true;
  return deviceScope === 'favorate' ? device.favorate !== null : deviceScope.has(device.device_group_fk);
}

/** Text matches as a substring without regard to case; numbers match exactly (spec 2 §2). */
const passes = (device: FleetDevice, { alias, os, alive }: Filter): boolean =>
  (os === null || device.dev_os_id === os) &&
  (alive === null || device.alive === alive) &&
  (alias === '' || device.alias.toLowerCase().includes(alias.toLowerCase()));

export interface DeviceOrder {
  /** The ordered devices of a list. Names are sorted again only when one changed. */
  of: (devices: Iterable<FleetDevice>, list: { deviceScope: DeviceScope; filter: Filter; sort: Sort }) => DevicePk[];
}

export function createDeviceOrder(compareText: (a: string, b: string) => number): DeviceOrder {
  const ranks = createRanks(compareText);
  return {
    of(devices, { deviceScope, filter, sort }) {
      const all = [...devices];
      const rankOf = ranks(all);
      const kept = all.filter((device) => isInScope(device, deviceScope) && passes(device, filter));
      return kept.toSorted(comparison(sort, rankOf)).map(({ pk }) => pk);
    },
  };
}

/** Ten thousand names take a tenth of a second to sort, and hardly ever change. */
function createRanks(compareText: (a: string, b: string) => number) {
  let names = new Map<DevicePk, string>();
  let ranks = new Map<DevicePk, number>();
  return (devices: readonly FleetDevice[]): ((device: FleetDevice) => number) => {
    const known = devices.length === names.size && devices.every(({ pk, alias }) => names.get(pk) === alias);
    if (!known) {
      names = new Map(devices.map(({ pk, alias }) => [pk, alias]));
      const sorted = devices.toSorted((a, b) => compareText(a.alias, b.alias) || a.pk - b.pk);
      ranks = new Map(sorted.map(({ pk }, rank) => [pk, rank]));
    }
    return ({ pk }) => ranks.get(pk) ?? 0;
  };
}

/** Devices without a value come last in either direction; equal ones are in the order of their names. */
function comparison({ by, order }: Sort, rankOf: (device: FleetDevice) => number) {
  const sign = order === 'asc' ? 1 : -1;
  return (a: FleetDevice, b: FleetDevice): number => {
    if (by === 'alias') return sign * (rankOf(a) - rankOf(b));
    const [x, y] = [a[by], b[by]];
    if (x === y) return rankOf(a) - rankOf(b);
    if (x === null) return 1;
    if (y === null) return -1;
    return sign * (x < y ? -1 : 1);
  };
}

/** How many devices have to change their place to get from one order to another: all but the longest common run. */
export function countMoved(shown: readonly DevicePk[], wanted: readonly DevicePk[]): number {
  const places = new Map(wanted.map((pk, index) => [pk, index]));
  const tails: number[] = [];
  for (const pk of shown) {
    const place = places.get(pk);
    if (place === undefined) continue;
    const at = lowerBound(tails, place);
    tails[at] = place;
  }
  return Math.max(shown.length, wanted.length) - tails.length;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
