import { defineArea } from '../../entities/area.ts';

export const auditArea = defineArea({
  nav: [{ menu: 'account', id: 'audit', path: 'management/audit', shown: ({ viewer }) => viewer.flags.isAdmin }],
  pages: [
    {
      path: 'management/audit',
      load: async () => (await import('./audit-page.tsx')).AuditPage,
      texts: 'administration',
    },
  ],
});
