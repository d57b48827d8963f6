import { TableView } from '../features/devices/lazy-table-view.ts';
import { isMobileQuery } from '../lib/layout.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';

/** The pages in daily use, each in a chunk of its own and loaded together with what it needs. */
export const pages = {
  console: async () => (await import('./console.tsx')).Console,
  devices: async () => {
    // A phone has no room for a table.
    if (!window.matchMedia(isMobileQuery).matches) TableView.preload().catch(() => undefined);
    return (await import('../features/devices/devices-page.tsx')).DevicesPage;
  },
  device: async () => (await import('../features/device-detail/device-page.tsx')).DevicePage,
};

export const Dialogs = lazyWithPreload(async () => (await import('./dialogs.tsx')).Dialogs);
export const Palette = lazyWithPreload(async () => (await import('../features/palette/palette.tsx')).Palette);

/** Loaded while the sign-in is on the screen. */
export const signInPrefetch = [pages.console, pages.devices];
/** Loaded while the list of devices is on the screen: what one click opens. */
export const shellPrefetch = [Dialogs.preload, pages.device];
