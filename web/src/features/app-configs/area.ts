import { defineArea, exceptConfigUsers } from '../../entities/area.ts';

export const appConfigsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'config',
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
