import type * as alerts from '@vigil/shared/contract/http/alerts';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listOpenAlerts = endpointOpenToGuests<typeof alerts.listOpenAlerts>('GET', '/alerts');
export const markIncidentsSeenUntil = endpoint<typeof alerts.markIncidentsSeenUntil>('PUT', '/alerts/seen');
