import { defineArea, exceptTicketAccounts } from '../../entities/area.ts';

export const ticketsArea = defineArea({
  nav: [
    {
      menu: 'header',
      id: 'ticket',
      path: 'access-ticket/request',
      prefix: 'access-ticket',
      shown: ({ viewer, settings }) => settings.tickets && !viewer.isTemporary,
    },
  ],
  pages: [
    {
      path: 'access-ticket/request',
      denies: exceptTicketAccounts,
      load: async () => (await import('./tickets-page.tsx')).TicketsPage,
      texts: 'administration',
      offered: { by: ({ tickets }) => tickets, otherwise: 404 },
    },
  ],
});
