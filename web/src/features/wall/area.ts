import { defineArea } from '../../entities/area.ts';

export const wallArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'wall',
      title: { en: 'Wall', ko: '상황판', ja: '監視ウォール' },
      path: 'wall',
      synonyms: { en: 'NOC screens pictures', ko: '관제 화면', ja: 'NOC 画面' },
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [{ path: 'wall/:groupPk?', load: async () => (await import('./wall-page.tsx')).WallPage, isFullScreen: true }],
});
