import { defineArea } from '../../entities/area.ts';

export const approvalsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'requests',
      path: 'management/access',
      prefix: 'management/access',
      // Administrators decide; they need no access of their own.
      pathFor: ({ viewer }) => (viewer.flags.isAdmin ? 'management/access-user' : 'management/access'),
    },
  ],
  pages: [
    {
      path: 'management/access',
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
    {
      path: 'management/access-user',
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
    {
      path: 'management/access-history',
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
  ],
});
