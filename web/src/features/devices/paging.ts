import type { DevicePk } from '@vigil/shared/contract/ids';

export interface DeviceListPage {
  pks: readonly DevicePk[];
  index: number;
  count: number;
  /** Positions of the first and the last shown device, counted from 1. */
  from: number;
  to: number;
  total: number;
}

/** One page of a list; a size of 0 shows all. An index after the last page gives the last page. */
export function deviceListPageOf(all: readonly DevicePk[], wanted: number, size: number): DeviceListPage {
  const total = all.length;
  if (size === 0) return { pks: all, index: 0, count: 1, from: Math.min(1, total), to: total, total };
  const count = Math.max(1, Math.ceil(total / size));
  const index = Math.min(wanted, count - 1);
  const pks = all.slice(index * size, (index + 1) * size);
  return { pks, index, count, from: total === 0 ? 0 : index * size + 1, to: index * size + pks.length, total };
}
