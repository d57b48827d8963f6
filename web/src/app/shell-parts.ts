import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';

export const Dialogs = lazyWithPreload(async () => (await import('./dialogs.tsx')).Dialogs);
export const Palette = lazyWithPreload(async () => (await import('../features/palette/palette.tsx')).Palette);
export const loadDevicePage = async () => (await import('../features/device-detail/device-page.tsx')).DevicePage;

/** Loaded while the list of devices is on the screen: what one click opens. */
export const shellPrefetch = [Dialogs.preload, loadDevicePage];
