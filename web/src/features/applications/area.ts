import { defineArea } from '../../entities/area.ts';

export const applicationsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'application',
      title: { en: 'Applications', ko: '앱', ja: 'アプリ' },
      path: 'application/all',
      prefix: 'application',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'application/:groupPk',
      load: async () => (await import('./applications-page.tsx')).ApplicationsPage,
      texts: 'administration',
    },
    {
      path: 'application/:groupPk/:applicationPk',
      load: async () => (await import('./application-page.tsx')).ApplicationPage,
      texts: 'administration',
    },
  ],
});
