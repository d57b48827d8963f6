import { defineArea } from '../../entities/area.ts';

const link = {
  id: 'download',
  path: 'support/downloads',
} as const;

export const downloadsArea = defineArea({
  nav: [
    // Only administrators add devices; others find notices in the bell, and manuals at the address.
    { menu: 'header', ...link, prefix: 'support', shown: ({ viewer }) => viewer.flags.isAdmin },
    { menu: 'support', ...link },
  ],
  pages: [{ path: link.path, load: async () => (await import('./downloads-page.tsx')).DownloadsPage }],
});
