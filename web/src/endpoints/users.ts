import type * as users from '@vigil/shared/contract/http/users';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listUsers = endpointOpenToGuests<typeof users.listUsers>('GET', '/managers');
export const readPasswordLevel = endpointOpenToGuests<typeof users.readPasswordLevel>('GET', '/password_policy');
export const readOwnApprover = endpointOpenToGuests<typeof users.readOwnApprover>('GET', '/approver');
export const searchUsers = endpointOpenToGuests<typeof users.searchUsers>('GET', '/search');
