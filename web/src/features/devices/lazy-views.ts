import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import type { DeviceList, ListBodyProps } from './use-device-list.ts';

/** The table and the grid library, in a chunk of their own. */
export const TableView = lazyWithPreload<ListBodyProps>(async () => (await import('./table-view.tsx')).TableView);

/** Loaded when the table is edited. */
export const EditView = lazyWithPreload<{ list: DeviceList }>(
  async () => (await import('./edit/edit-view.tsx')).EditView,
);
