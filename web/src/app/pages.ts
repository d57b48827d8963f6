import { TableView } from '../features/devices/lazy-table-view.ts';
import { isMobileQuery } from '../lib/layout.ts';
import { loadDevicePage } from './shell-parts.ts';

/** The pages in daily use, each in a chunk of its own and loaded together with what it needs. */
export const pages = {
  console: async () => (await import('./console.tsx')).Console,
  devices: async () => {
    // A phone has no room for a table.
    if (!window.matchMedia(isMobileQuery).matches) TableView.preload().catch(() => undefined);
    return (await import('../features/devices/devices-page.tsx')).DevicesPage;
  },
  device: loadDevicePage,
};

/** Loaded while the sign-in is on the screen. */
export const signInPrefetch = [pages.console, pages.devices];
