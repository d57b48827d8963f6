import { listTickets, readTicket } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** Access tickets. */
export const tickets = resource({
  key: 'tickets',
  list: listTickets,
  read: readTicket,
  rereadOn: ['ticket'],
  isPolled: true,
});
