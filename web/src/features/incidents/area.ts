import { defineArea, exceptTicketAccounts } from '../../entities/area.ts';

export const incidentsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'incidents',
      path: 'incidents',
      // The account of a ticket is not told of incidents.
      shown: ({ viewer }) => !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'incidents/:pk?',
      denies: exceptTicketAccounts,
      load: async () => (await import('./incidents-page.tsx')).IncidentsPage,
    },
  ],
});
