import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const groupsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'groups',
      path: 'management/groups',
      shown: ({ viewer }) => viewer.flags.isAdmin,
    },
  ],
  pages: [
    {
      path: 'management/groups/excel',
      denies: exceptAdministrators,
      load: async () => (await import('./import-groups-page.tsx')).ImportGroupsPage,
      texts: 'administration',
    },
    {
      path: 'management/groups/:groupPk?',
      denies: exceptAdministrators,
      load: async () => (await import('./groups-page.tsx')).GroupsPage,
      texts: 'administration',
    },
  ],
});
