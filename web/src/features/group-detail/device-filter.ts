import { createTextSearch } from '@vigil/shared/domain/search-text';

/** Spec 3 §9. */
const PER_PAGE = 10;

export interface DeviceFilter {
  readonly name: string;
  readonly os: number | null;
  /** Null: whatever the state. */
  readonly isOnline: boolean | null;
}

interface Listed {
  readonly alias: string;
  readonly dev_os_id: number;
  readonly isOnline: boolean;
}

/** The devices that a filter finds, by name, and the page of them that exists nearest to the asked one. */
export function filteredDevicePageOf<D extends Listed>(
  devices: readonly D[],
  { name, os, isOnline }: DeviceFilter,
  asked: number,
) {
  const isFound = createTextSearch(name);
  const found = devices
    .filter((one) => isFound(one.alias))
    .filter((one) => os === null || one.dev_os_id === os)
    .filter((one) => isOnline === null || one.isOnline === isOnline)
    .toSorted((a, b) => a.alias.localeCompare(b.alias, undefined, { numeric: true }));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const index = Math.min(asked, pages - 1);
  return { rows: found.slice(index * PER_PAGE, (index + 1) * PER_PAGE), index, pages, total: found.length };
}
