import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { storageKey } from '../../lib/storage.ts';
import { noFilter, type Filter, type Sort } from './device-order.ts';

export type View = 'table' | 'icon' | 'live';

/** Spec 2 §9; `0` shows all. */
export const pageSizes = [12, 24, 36, 0] as const;
export type PageSize = (typeof pageSizes)[number];

const now = { getOnInit: true };

/** The view that the user chose last (spec 2 §2). */
export const viewAtom = atomWithStorage<View>(storageKey.iconView, 'table', undefined, now);
export const pageSizeAtom = atomWithStorage<{ [V in View]: PageSize }>(
  storageKey.pageSize,
  { table: 24, icon: 12, live: 12 },
  undefined,
  now,
);

/** Hidden columns. */
export const hiddenColumnsAtom = atomWithStorage<string[]>(storageKey.columns, [], undefined, now);

export interface ColumnPlace {
  readonly colId: string;
  /** In px; null for a share of the remaining width (`flex`). */
  readonly width: number | null;
  readonly flex: number | null;
}

/** Columns in the order and the width that the user gave them; empty for the default. */
export const columnLayoutAtom = atomWithStorage<readonly ColumnPlace[]>(storageKey.columnLayout, [], undefined, now);

export const filterAtom = atom<Filter>(noFilter);

/** Spec 2 §2: by state, online first. */
export const sortAtom = atom<Sort>({ by: 'alive', order: 'desc' });
