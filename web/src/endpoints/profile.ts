import type * as profile from '@vigil/shared/contract/http/profile';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const readProfile = endpointOpenToGuests<typeof profile.readProfile>('GET', '/user/0');
export const updateProfile = endpoint<typeof profile.updateProfile>('PUT', '/user/0');
