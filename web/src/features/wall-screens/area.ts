import { defineArea, exceptOwnAdministrators } from '../../entities/area.ts';

export const wallScreensArea = defineArea({
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
      denies: exceptOwnAdministrators,
      load: async () => (await import('./wall-screens-page.tsx')).WallScreensPage,
      texts: 'administration',
    },
  ],
});
