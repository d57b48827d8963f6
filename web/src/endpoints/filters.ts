import type * as filters from '@vigil/shared/contract/http/filters';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createFilter = endpoint<typeof filters.createFilter>('POST', '/filters');
export const deleteFilter = endpoint<typeof filters.deleteFilter>('DELETE', '/filters/:pk');
export const listFilters = endpointOpenToGuests<typeof filters.listFilters>('GET', '/filters');
export const updateFilter = endpoint<typeof filters.updateFilter>('PUT', '/filters/:pk');
