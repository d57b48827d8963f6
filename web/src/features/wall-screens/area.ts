import { defineArea, exceptOwnAdministrators } from '../../entities/area.ts';

export const wallScreensArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'screens',
      title: { en: 'Wall screens', ko: '상황판 화면', ja: '監視ウォール画面' },
      path: 'management/screens',
      // A session by invitation does not read them.
      shown: ({ viewer }) => viewer.flags.isAdmin && !viewer.isGuest,
    },
  ],
  pages: [
    {
      path: 'management/screens',
      denies: exceptOwnAdministrators,
      load: async () => (await import('./wall-screens-page.tsx')).WallScreensPage,
      texts: 'administration',
    },
  ],
});
