import type { Viewer } from '@vigil/shared/domain/permissions';
import { defineArea, exceptTicketAccounts } from '../../entities/area.ts';

/** Of what others asked for: those who decide it. */
const exceptApprovers = ({ flags }: Viewer): 403 | null => (flags.isApprover ? null : 403);

export const approvalsArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'requests',
      path: 'management/access',
      prefix: 'management/access',
      shown: ({ viewer }) => !viewer.isTemporary,
      // Administrators decide; they need no access of their own.
      pathFor: ({ viewer }) => (viewer.flags.isAdmin ? 'management/access-user' : 'management/access'),
    },
  ],
  pages: [
    {
      path: 'management/access',
      denies: exceptTicketAccounts,
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
    {
      path: 'management/access-user',
      denies: exceptApprovers,
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
    {
      path: 'management/access-history',
      denies: exceptApprovers,
      load: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
      texts: 'administration',
    },
  ],
});
