import type { OsId } from '@vigil/shared/contract/device';
import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import type { deviceSortKeys, deviceListOrders } from '@vigil/shared/contract/names';
import { createAllTagsFilter, NO_TAGS } from '@vigil/shared/domain/tags';
import { redThresholds, type UsageThresholds } from '@vigil/shared/domain/usage-levels';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { createDeviceSearch } from './device-search.ts';
import { hasStatus, type Status } from './device-status.ts';

/** Long enough to be seen by a user who looks at the list now and then. */
const JUST_OFFLINE_MS = 10 * 60_000;

/**
 * How much a device needs a human: 0 most. Alarms, just gone offline, frames that are stale where they are shown,
 * offline, waiting for approval or flagged, the rest.
 */
function attentionRank(
  device: FleetDevice,
  { isAlarm, isStale, now }: { isAlarm: boolean; isStale: boolean; now: number },
): number {
  if (isAlarm) return 0;
  if (!device.isOnline) {
    const since = device.last_disconnected_time;
    return since !== null && now - Date.parse(since) < JUST_OFFLINE_MS ? 1 : 3;
  }
  if (isStale) return 2;
  return !device.isApproved || device.isPossibleClone ? 4 : 5;
}

export type ColumnSortKey = (typeof deviceSortKeys)[number];
/** The columns that the server sorts by as well, and the devices that need a human first. */
export type DeviceSortKey = (typeof deviceListOrders)[number];

// A type, because it is stored as JSON.
export type DeviceSort = {
  by: DeviceSortKey;
  /** Of no meaning for `attention`. */
  order: 'asc' | 'desc';
};

const ascending: ReadonlySet<DeviceSortKey> = new Set(['alias', 's_pub_ip', 'mac_addr', 'dev_os_id', 'cs_ver']);

/**
 * The direction that people expect of a column: texts from A, numbers and times from the highest (spec 2 §2: online
 * first).
 */
export const defaultSortFor = (by: DeviceSortKey): DeviceSort => ({
  by,
  order: ascending.has(by) ? 'asc' : 'desc',
});

export interface DeviceListFilter {
  /** In the name, the addresses, the memo, the tags or the system. */
  text: string;
  os: OsId | null;
  status: Status | null;
  /** A device has every one of them. */
  tags: readonly string[];
}

export const noDeviceListFilter: DeviceListFilter = { text: '', os: null, status: null, tags: NO_TAGS };
export const isDeviceListFiltered = ({ text, os, status, tags }: DeviceListFilter): boolean =>
  text !== '' || os !== null || status !== null || tags.length > 0;

/** The devices of a list before the user's filters. */
export type ResolvedScope = 'all' | 'favorate' | ReadonlySet<GroupPk>;

export function isInScope(device: FleetDevice, deviceScope: ResolvedScope): boolean {
  if (deviceScope === 'all') return true;
  return deviceScope === 'favorate' ? device.favourite !== null : deviceScope.has(device.device_group_fk);
}

/** Text matches as a substring without regard to case; numbers match exactly (spec 2 §2). */
function createFilter(
  { text, os, status, tags }: DeviceListFilter,
  alerting: ReadonlySet<DevicePk>,
): (device: FleetDevice) => boolean {
  const isFound = createDeviceSearch(text);
  const isTagged = createAllTagsFilter(tags);
  return (device) =>
    (os === null || device.dev_os_id === os) &&
    (status === null || hasStatus(device, status, alerting)) &&
    isTagged(device.tags) &&
    isFound(device);
}

/** Which devices a list shows, and how they are sorted. */
export interface ListCriteria {
  deviceScope: ResolvedScope;
  filter: DeviceListFilter;
  sort: DeviceSort;
  /** The devices with an open alert. */
  alerting: ReadonlySet<DevicePk>;
  /** Whether the frame of a device is stale, where frames are shown. */
  isStale?: (pk: DevicePk) => boolean;
  /** In milliseconds since 1970. */
  now: number;
}

export interface DeviceFilterSorter {
  /** Filters and sorts. Names are sorted again only when one changed. */
  sort: (devices: Iterable<FleetDevice>, list: ListCriteria) => DevicePk[];
}

/** @param levels from which values on a device needs a human */
export function createDeviceFilterSorter(
  compareText: (a: string, b: string) => number,
  levels: UsageThresholds = redThresholds,
): DeviceFilterSorter {
  const ranks = createRanks(compareText);
  const isOver = createOverMemory(levels);
  return {
    sort(devices, { deviceScope, filter, sort: { by, order }, alerting, isStale, now }) {
      const all = [...devices];
      const rankOf = ranks(all);
      const passes = createFilter(filter, alerting);
      const kept = all.filter((device) => isInScope(device, deviceScope) && passes(device));
      if (by === 'attention') {
        const rank = (device: FleetDevice) =>
          attentionRank(device, {
            isAlarm: alerting.has(device.pk) || isOver(device, now),
            isStale: isStale?.(device.pk) ?? false,
            now,
          });
        const keyOf = (device: FleetDevice) => rank(device) * all.length + rankOf(device);
        return sortedBy(kept, keyOf).map(({ pk }) => pk);
      }
      return kept.toSorted(comparison({ by, order }, rankOf)).map(({ pk }) => pk);
    },
  };
}

/** A processor is at its limit for seconds at a time; its device must not jump up and down the list with it. */
const OVER_MS = 60_000;

/** Whether a device is over a threshold, or was within the last minute. */
function createOverMemory(levels: UsageThresholds): (device: FleetDevice, now: number) => boolean {
  const seen = new Map<DevicePk, number>();
  return (device, now) => {
    if (hasStatus(device, 'over_threshold', none, levels)) seen.set(device.pk, now);
    const at = seen.get(device.pk);
    if (at === undefined) return false;
    if (device.isOnline && now - at < OVER_MS) return true;
    seen.delete(device.pk);
    return false;
  };
}
const none: ReadonlySet<DevicePk> = new Set();

/** Computes each key once; a comparison would do so for each pair. */
function sortedBy<T>(values: readonly T[], keyOf: (value: T) => number): T[] {
  const keyed = values.map((value) => ({ value, key: keyOf(value) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ value }) => value);
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
function comparison(
  { by, order }: { by: ColumnSortKey; order: DeviceSort['order'] },
  rankOf: (device: FleetDevice) => number,
) {
  const sign = order === 'asc' ? 1 : -1;
  // Saved orders have the name of the column.
  const field = by === 'alive' ? 'isOnline' : by;
  return (a: FleetDevice, b: FleetDevice): number => {
    if (by === 'alias') return sign * (rankOf(a) - rankOf(b));
    const [x, y] = [a[field], b[field]];
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
