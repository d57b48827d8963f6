import { listTickets, readTicket } from '@vigil/shared/contract/routes/people';
import { defineResource } from '../resource.ts';

/** Access tickets. */
export const tickets = defineResource({
  key: 'tickets',
  list: listTickets,
  read: readTicket,
  rereadOn: ['ticket'],
  isPolled: true,
});
