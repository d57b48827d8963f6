import { defineArea, exceptTicketAccounts } from '../../entities/area.ts';

export const commandHistoryArea = defineArea({
  nav: [
    {
      menu: 'account',
      id: 'commands',
      path: 'management/commands',
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'management/commands',
      denies: exceptTicketAccounts,
      load: async () => (await import('./command-history-page.tsx')).CommandHistoryPage,
      texts: 'administration',
    },
  ],
});
