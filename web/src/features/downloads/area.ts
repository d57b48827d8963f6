import { defineArea } from '../../entities/area.ts';

const link = {
  id: 'download',
  title: { en: 'Downloads', ko: '다운로드', ja: 'ダウンロード' },
  path: 'support/downloads',
};

export const downloadsArea = defineArea({
  nav: [
    // Only administrators add devices; others find notices in the bell, and manuals at the address.
    { menu: 'header', ...link, prefix: 'support', shown: ({ viewer }) => viewer.flags.isAdmin },
    { menu: 'support', ...link },
  ],
  pages: [{ path: link.path, load: async () => (await import('./downloads-page.tsx')).DownloadsPage }],
});
