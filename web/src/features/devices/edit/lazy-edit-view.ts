import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import type { DeviceList } from '../use-device-list.ts';

/** Loaded when the table is edited. */
export const EditView = lazyWithPreload<{ list: DeviceList }>(async () => (await import('./edit-view.tsx')).EditView);
