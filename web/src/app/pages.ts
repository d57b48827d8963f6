import { TableView } from '../features/devices/lazy-table-view.ts';
import { isMobileQuery } from '../lib/layout.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';

/** The pages that people are on all day, each of a chunk of its own. What one needs besides is asked for with it. */
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

/** What somebody who signs in sees first. */
export const signInPrefetch = [pages.console, pages.devices];
/** What is a click away from the list of devices. */
export const shellPrefetch = [Dialogs.preload, pages.device];
