import { defineArea } from '../../entities/area.ts';

export const screensArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'screens',
      path: 'management/screens',
      // A session by invitation does not read them.
      shown: ({ viewer }) => viewer.flags.isAdmin && !viewer.isGuest,
    },
  ],
  pages: [
    {
      path: 'management/screens',
      load: async () => (await import('./screens-page.tsx')).ScreensPage,
      texts: 'administration',
    },
  ],
});
