import type * as preferences from '@vigil/shared/contract/http/preferences';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listPreferences = endpointOpenToGuests<typeof preferences.listPreferences>('GET', '/user/preferences');
export const writePreference = endpoint<typeof preferences.writePreference>('PUT', '/user/preferences/:key');
