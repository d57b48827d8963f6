import { listTickets, readTicket } from '../../endpoints/tickets.ts';
import { defineResource } from '../resource.ts';

/** Access tickets. */
export const tickets = defineResource({
  key: 'tickets',
  list: listTickets,
  read: readTicket,
  rereadOn: ['ticket'],
  isPolled: true,
});
