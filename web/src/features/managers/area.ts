import { defineArea } from '../../lib/area.ts';

export const managersArea = defineArea({
  nav: [
    // Sub-managers see the users who ask them for access.
    {
      menu: 'account',
      id: 'users',
      path: 'management/managers',
      shown: ({ viewer: { flags }, isMobile }) => (flags.isAdmin || flags.isSubManager) && !isMobile,
    },
  ],
  pages: [
    {
      path: 'management/managers',
      load: async () => (await import('./managers-page.tsx')).ManagersPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/add',
      load: async () => (await import('./add-manager-page.tsx')).AddManagerPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/excel',
      load: async () => (await import('./import-users-page.tsx')).ImportUsersPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/:userPk',
      load: async () => (await import('./manager-page.tsx')).ManagerPage,
      texts: 'administration',
    },
  ],
});
