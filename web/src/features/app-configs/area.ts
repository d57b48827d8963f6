import { defineArea, exceptConfigUsers } from '../../entities/area.ts';

export const appConfigsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'config',
      title: { en: 'Configurations', ko: '구성', ja: '構成' },
      path: 'appconfig',
      shown: ({ viewer }) => exceptConfigUsers(viewer) === null,
    },
  ],
  pages: [
    {
      path: 'appconfig/:configPk?',
      denies: exceptConfigUsers,
      load: async () => (await import('./app-configs-page.tsx')).AppConfigsPage,
      texts: 'administration',
    },
  ],
});
