import type * as tickets from '@vigil/shared/contract/http/tickets';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listTickets = endpointOpenToGuests<typeof tickets.listTickets>('GET', '/access_ticket_manage');
export const readTicket = endpointOpenToGuests<typeof tickets.readTicket>('GET', '/access_ticket_manage/:pk');
export const createTicket = endpoint<typeof tickets.createTicket>('POST', '/access_ticket');
export const changeOrRerequestTicket = endpoint<typeof tickets.changeOrRerequestTicket>('PUT', '/access_ticket/:pk');
export const decideOrEndTicket = endpoint<typeof tickets.decideOrEndTicket>('POST', '/access_ticket_manage');
export const revealTemporaryPasswordByKey = endpoint<typeof tickets.revealTemporaryPasswordByKey>(
  'POST',
  '/access_ticket/reveal',
);
