import type * as sessions from '@vigil/shared/contract/http/sessions';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const signInOrRecordAccess = endpointOpenToGuests<typeof sessions.signInOrRecordAccess>('POST', '/access');
export const endOwnSession = endpoint<typeof sessions.endOwnSession>('DELETE', '/sessions/:id');
export const endOtherSessions = endpoint<typeof sessions.endOtherSessions>('DELETE', '/sessions');
export const listSessions = endpoint<typeof sessions.listSessions>('GET', '/sessions');
