import { defineArea } from '../../entities/area.ts';

export const downloadsArea = defineArea({
  nav: [
    { menu: 'header', id: 'download', path: 'support/downloads', prefix: 'support' },
    { menu: 'support', id: 'download', path: 'support/downloads' },
  ],
  pages: [{ path: 'support/downloads', load: async () => (await import('./downloads-page.tsx')).DownloadsPage }],
});
