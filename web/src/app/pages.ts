import { TableView } from '../features/devices/lazy-views.ts';
import { MOBILE_MEDIA_QUERY } from '../lib/layout.ts';
import { loadDevicePage } from './chunks/shell-parts.ts';

/** The pages in daily use. */
export const mostUsedPageLoaders = {
  console: async () => (await import('./chunks/first-screen.ts')).Console,
  devices: async () => {
    // A phone has no room for a table.
    if (!window.matchMedia(MOBILE_MEDIA_QUERY).matches) TableView.preload().catch(() => undefined);
    return (await import('./chunks/first-screen.ts')).DevicesPage;
  },
  device: loadDevicePage,
};
