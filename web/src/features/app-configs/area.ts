import { defineArea } from '../../entities/area.ts';

export const appConfigsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'config',
      title: { en: 'Config', ko: '설정', ja: '設定' },
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
