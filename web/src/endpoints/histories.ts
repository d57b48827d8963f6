import type * as histories from '@vigil/shared/contract/http/histories';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listRemoteHistory = endpointOpenToGuests<typeof histories.listRemoteHistory>('GET', '/history/remote');
export const listFileHistory = endpointOpenToGuests<typeof histories.listFileHistory>('GET', '/history/file');
export const listAlertHistory = endpointOpenToGuests<typeof histories.listAlertHistory>('GET', '/history/alert');
export const listAccessHistory = endpointOpenToGuests<typeof histories.listAccessHistory>('GET', '/history/access');
