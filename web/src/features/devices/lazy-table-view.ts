import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import type { ListBodyProps } from './use-device-list.ts';

/** The table and the grid library, in a chunk of their own. */
export const TableView = lazyWithPreload<ListBodyProps>(async () => (await import('./table-view.tsx')).TableView);
