import type { Viewer } from '@vigil/shared/domain/permissions';
import { defineArea, exceptAdministrators } from '../../entities/area.ts';

const exceptWhoHasMembers = ({ flags }: Viewer): 403 | null => (flags.isAdmin || flags.isSubManager ? null : 403);

export const usersArea = defineArea({
  nav: [
    // Sub-managers see the users who ask them for access.
    {
      menu: 'account',
      id: 'users',
      path: 'management/managers',
      shown: ({ viewer: { flags } }) => flags.isAdmin || flags.isSubManager,
    },
  ],
  pages: [
    {
      path: 'management/managers',
      denies: exceptWhoHasMembers,
      load: async () => (await import('./users-page.tsx')).UsersPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/add',
      denies: exceptAdministrators,
      load: async () => (await import('./add-user-page.tsx')).AddUserPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/excel',
      denies: exceptAdministrators,
      load: async () => (await import('./import-users-page.tsx')).ImportUsersPage,
      texts: 'administration',
    },
    {
      path: 'management/managers/:userPk',
      denies: exceptWhoHasMembers,
      load: async () => (await import('./user-page.tsx')).UserPage,
      texts: 'administration',
    },
  ],
});
