import type * as userChanges from '@vigil/shared/contract/http/user-changes';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createUser = endpoint<typeof userChanges.createUser>('POST', '/managers');
export const readUser = endpointOpenToGuests<typeof userChanges.readUser>('GET', '/managers/:pk');
export const updateUser = endpoint<typeof userChanges.updateUser>('PUT', '/managers/:pk');
export const deleteUser = endpoint<typeof userChanges.deleteUser>('DELETE', '/managers/:pk');
export const resetUserPasswordToRandom = endpoint<typeof userChanges.resetUserPasswordToRandom>(
  'POST',
  '/managers/:pk/reset-password',
);
export const endSessionsOfUser = endpoint<typeof userChanges.endSessionsOfUser>('DELETE', '/managers/:pk/sessions');
export const unlockUser = endpoint<typeof userChanges.unlockUser>('POST', '/managers/:pk/unlock');
export const readUserAccessDetails = endpointOpenToGuests<typeof userChanges.readUserAccessDetails>(
  'GET',
  '/managers/:pk/permissions',
);
