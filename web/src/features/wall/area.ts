import { defineArea, exceptTicketAccounts } from '../../entities/area.ts';

export const wallArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'wall',
      path: 'wall',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'wall/:groupPk?',
      denies: exceptTicketAccounts,
      load: async () => (await import('./wall-page.tsx')).WallPage,
      isFullScreen: true,
    },
  ],
});
