import type * as incidents from '@vigil/shared/contract/http/incidents';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listIncidents = endpointOpenToGuests<typeof incidents.listIncidents>('GET', '/incidents');
export const readIncident = endpointOpenToGuests<typeof incidents.readIncident>('GET', '/incidents/:pk');
export const acknowledgeOrResolveIncident = endpoint<typeof incidents.acknowledgeOrResolveIncident>(
  'PUT',
  '/incidents/:pk',
);
