import { defineArea } from '../../entities/area.ts';

export const appConfigsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'config',
      title: { en: 'Configurations', ko: '구성', ja: '構成' },
      path: 'appconfig',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'appconfig/:configPk?',
      load: async () => (await import('./app-configs-page.tsx')).AppConfigsPage,
      texts: 'administration',
    },
  ],
});
