import { route } from '../route.ts';

export const listUsers = route('GET', '/managers', ['user', 'guest', 'token:read']);
export const readOwnApprover = route('GET', '/approver', ['user', 'guest', 'token:read']);
export const readOwnRefreshIntervals = route('POST', '/managers/settings', ['user', 'guest']);
export const readPasswordLevel = route('GET', '/password_policy', ['user', 'guest']);
export const searchUsers = route('GET', '/search', ['user', 'guest', 'token:read']);

export const createUser = route('POST', '/managers', ['administrator']);
export const deleteUser = route('DELETE', '/managers/:pk', ['administrator', 'token:administration']);
export const endSessionsOfUser = route('DELETE', '/managers/:pk/sessions', ['administrator']);
export const resendUserInvitation = route('POST', '/managers/:pk/invitation', ['administrator']);
export const readUser = route('GET', '/managers/:pk', ['administrator', 'sub-manager', 'guest', 'token:read']);
export const readUserAccessDetails = route('GET', '/managers/:pk/permissions', [
  'administrator',
  'sub-manager',
  'guest',
  'token:read',
]);
export const resetUserPassword = route('POST', '/managers/:pk/reset-password', ['administrator']);
export const unlockUser = route('POST', '/managers/:pk/unlock', ['administrator', 'token:administration']);
export const updateUser = route('PUT', '/managers/:pk', ['administrator', 'sub-manager', 'token:administration']);

export const addDevicesToGroup = route('POST', '/conn-device-groups', ['administrator', 'token:commands']);
export const addGroupMember = route('POST', '/conn-users', ['administrator', 'sub-manager', 'token:administration']);
export const readGroupMember = route('GET', '/conn-users', ['administrator', 'sub-manager', 'guest', 'token:read']);
export const removeDeviceFromGroup = route('DELETE', '/conn-device-groups', ['administrator', 'token:commands']);
export const removeGroupMember = route('DELETE', '/conn-users/:pk', [
  'administrator',
  'sub-manager',
  'token:administration',
]);

export const createGroup = route('POST', '/device-groups', ['administrator', 'token:administration']);
export const deleteGroup = route('DELETE', '/device-groups/:pk', ['administrator', 'token:administration']);
export const listGroups = route('GET', '/device-groups', ['user', 'guest', 'ticket', 'screen', 'group-token:read']);
export const readGroup = route('GET', '/device-groups/:pk', ['administrator', 'guest', 'token:read']);
export const updateGroup = route('PUT', '/device-groups/:pk', ['administrator', 'token:administration']);

export const listApprovals = route('GET', '/approvals', ['user', 'guest', 'token:read']);
export const postApproval = route('POST', '/approvals', ['user']);
export const withdrawApproval = route('DELETE', '/approvals/:pk', ['user']);

export const updateTicket = route('PUT', '/access_ticket/:pk', ['user']);
export const createTicket = route('POST', '/access_ticket', ['user']);
export const manageTicket = route('POST', '/access_ticket_manage', ['user']);
export const listTickets = route('GET', '/access_ticket_manage', ['user', 'guest', 'token:read']);
export const readTicket = route('GET', '/access_ticket_manage/:pk', ['user', 'guest', 'token:read']);
export const revealTemporaryPassword = route('POST', '/access_ticket/reveal', ['anybody']);

export const createApiToken = route('POST', '/api_tokens', ['user']);
export const listApiTokens = route('GET', '/api_tokens', ['user']);
export const revokeApiToken = route('DELETE', '/api_tokens/:pk', ['user']);
