import { defineArea, exceptAdministrators } from '../../entities/area.ts';

export const auditArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'audit',
      path: 'management/audit',
      shown: ({ viewer }) => viewer.flags.isAdmin,
    },
  ],
  pages: [
    {
      path: 'management/audit',
      denies: exceptAdministrators,
      load: async () => (await import('./audit-page.tsx')).AuditPage,
      texts: 'administration',
    },
    {
      path: 'management/audit/sign-ins',
      denies: exceptAdministrators,
      load: async () => (await import('./sign-ins-page.tsx')).SignInsPage,
      texts: 'administration',
    },
  ],
});
