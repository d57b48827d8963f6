import { deviceListOrders } from '@vigil/shared/contract/names';
import type { DeviceSort } from '../../entities/device/device-sorter.ts';
import { createPreferenceAtom } from '../../entities/preference/preferences.ts';
import { hiddenByDefault } from './column-ids.ts';

/** The views in the order of the switch: SIMPLE and NORMAL of spec 1 §2, and the live view (spec 2 §2). */
export const listViewModes = ['icon', 'table', 'live'] as const;
export type ListViewMode = (typeof listViewModes)[number];

/** Spec 2 §9; `0` shows all. */
export const devicePageSizes = [12, 24, 36, 0] as const;
export type PageSize = (typeof devicePageSizes)[number];

const isView = (value: unknown): value is ListViewMode => listViewModes.some((view) => view === value);

/** The view that the user chose last (spec 1 §2, spec 2 §2). */
export const listViewModeAtom = createPreferenceAtom<ListViewMode>('icon_view', 'table', isView);

/** The chosen view, or the default one while the live view, which was chosen before, is denied to the user. */
export const viewUnlessLiveDenied = (
  chosen: ListViewMode,
  { isMobile, isLiveDenied }: Record<'isMobile' | 'isLiveDenied', boolean>,
): ListViewMode => (chosen === 'live' && isLiveDenied ? (isMobile ? 'icon' : 'table') : chosen);

export type PageSizeByView = { readonly [V in ListViewMode]: PageSize };
const isPageSizeByView = (value: unknown): value is PageSizeByView => {
  const sizes = (value ?? {}) as Partial<Record<ListViewMode, unknown>>;
  return listViewModes.every((view) => devicePageSizes.some((size) => size === sizes[view]));
};
export const pageSizeAtom = createPreferenceAtom<PageSizeByView>(
  'page_size',
  { table: 24, icon: 12, live: 12 },
  isPageSizeByView,
);

/** A phone has no room for a table. */
export const phoneViews = ['icon', 'live'] as const satisfies readonly ListViewMode[];
type PhoneView = (typeof phoneViews)[number];
const isPhoneView = (value: unknown): value is PhoneView => phoneViews.some((view) => view === value);
export const phoneViewAtom = createPreferenceAtom<PhoneView>('phone_view', 'icon', isPhoneView);

/**
 * The least widths of cards and of live tiles by their size, in px: the presets of spec 2 §2, and its least live width.
 */
export const leastCardWidths = {
  icon: { s: 240, m: 300, l: 440, xl: 580 },
  live: { s: 240, m: 350, l: 440, xl: 580 },
} as const;
export const cardSizes = ['s', 'm', 'l', 'xl'] as const;
export type CardSize = (typeof cardSizes)[number];

export type CardSizeByView = { readonly icon: CardSize; readonly live: CardSize };
const isCardSizeByView = (value: unknown): value is CardSizeByView => {
  const sizes = (value ?? {}) as Partial<Record<keyof CardSizeByView, unknown>>;
  return phoneViews.every((view) => cardSizes.some((size) => size === sizes[view]));
};
export const cardSizeAtom = createPreferenceAtom<CardSizeByView>(
  'card_size',
  { icon: 's', live: 'm' },
  isCardSizeByView,
);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Hidden columns. */
export const hiddenColumnsAtom = createPreferenceAtom<string[]>('columns', hiddenByDefault, isTexts);

// A type, because an interface is no JSON value for the compiler.
export type ColumnPlace = {
  colId: string;
  /** In px; null for a share of the remaining width (`flex`). */
  width: number | null;
  flex: number | null;
};

const isPlaces = (value: unknown): value is ColumnPlace[] =>
  Array.isArray(value) && value.every((one: Partial<ColumnPlace> | null) => typeof one?.colId === 'string');

/** Columns in the order and the width that the user gave them; empty for the default. */
export const columnLayoutAtom = createPreferenceAtom<ColumnPlace[]>('column_layout', [], isPlaces);

export const isSort = (value: unknown): value is DeviceSort => {
  const { by, order } = (value ?? {}) as Partial<Record<keyof DeviceSort, unknown>>;
  return deviceListOrders.some((key) => key === by) && (order === 'asc' || order === 'desc');
};

/** Before the user has chosen an order: the devices that need a human come first. */
export const DEFAULT_DEVICE_SORT: DeviceSort = { by: 'attention', order: 'desc' };

/**
 * Problems first until the user has chosen another order. Spec 2 §2 has the state as the default, online first: that
 * puts last what a user looks for.
 */
export const sortAtom = createPreferenceAtom<DeviceSort>('sort', DEFAULT_DEVICE_SORT, isSort);
